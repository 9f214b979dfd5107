"""Virtual environments: make one, and tell whether one still works where it is."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from eyehand_setup import pip_install
from eyehand_setup.layout import Layout
from eyehand_setup.messages import SetupError


@dataclass(frozen=True)
class Venv:
    """A virtual environment, made with a given interpreter."""

    folder: Path
    base_python: Path
    layout: Layout
    sees_system: bool = False

    @property
    def python(self) -> Path:
        """The interpreter inside."""
        return self.folder / "bin" / "python"

    def origin(self) -> dict[str, str]:
        """Return what a stamp has to say for the environment to belong here."""
        return {"root": str(self.layout.root), "python": str(self.base_python)}

    def is_usable(self, before: Mapping[str, str]) -> bool:
        """Tell whether the folder can be kept: not moved, same interpreter, and pip works."""
        config = self.folder / "pyvenv.cfg"
        home = _setting(config, "home")
        return (
            before.get("root", str(self.layout.root)) == str(self.layout.root)
            and home is not None
            and Path(home).resolve() == self.base_python.parent
            and _setting(config, "include-system-site-packages") == str(self.sees_system).lower()
            and _mentions(self.folder / "bin" / "pip", self.python)
            and self.runs("import pip, sys; sys.exit(pip.__version__ == '')")
        )

    def create(self) -> None:
        """Make the environment anew."""
        if self.folder.exists():
            shutil.rmtree(self.folder)
        options = ["--system-site-packages"] if self.sees_system else []
        result = subprocess.run(
            [str(self.base_python), "-m", "venv", *options, str(self.folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=pip_install.environment(self.layout, os.environ),
            check=False,
        )
        if result.returncode != 0:
            tail = result.stdout.decode(errors="replace").strip().splitlines()[-4:]
            raise SetupError(f"could not make the environment {self.folder.name}", *tail)

    def runs(self, code: str = "pass") -> bool:
        """Tell whether the interpreter starts and a piece of code succeeds in it."""
        try:
            result = subprocess.run(
                [str(self.python), "-I", "-c", code],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=30,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return result.returncode == 0


def _setting(config: Path, name: str) -> str | None:
    try:
        lines = config.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    return dict(line.split(" = ", 1) for line in lines if " = " in line).get(name)


def _mentions(script: Path, python: Path) -> bool:
    """Tell whether a script of the environment starts this interpreter: false after a move."""
    try:
        return str(python).encode() in script.read_bytes()[:512]
    except OSError:
        return False
