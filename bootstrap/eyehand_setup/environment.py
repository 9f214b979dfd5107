"""Make a virtual environment hold exactly what is pinned, mending what is broken."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from eyehand_setup import installed, pip_install, stamp
from eyehand_setup.jobs import Job
from eyehand_setup.messages import SetupError
from eyehand_setup.venv import Venv


@dataclass(frozen=True)
class PinnedEnvironment:
    """A virtual environment and the versions it has to hold."""

    step: str
    venv: Venv
    pins: Mapping[str, str]

    @property
    def site_packages(self) -> Path:
        """The folder of installed packages."""
        return self.venv.folder / "lib" / "python3.12" / "site-packages"

    def is_ready(self) -> bool:
        """Tell whether the stamp fits, the interpreter starts and every file is there."""
        return (
            stamp.read(self.venv.folder) == self._stamp()
            and self.venv.runs()
            and not installed.problems(self.site_packages, self.pins)
        )

    def mending(self) -> Job | None:
        """Prepare what is needed and return the installation to run, if any is."""
        before = stamp.read(self.venv.folder)
        stamp.remove(self.venv.folder)
        if not self.venv.is_usable(before):
            self.venv.create()
        broken = installed.problems(self.site_packages, self.pins)
        for folder in installed.unusable_metadata(self.site_packages, broken):
            shutil.rmtree(folder)
        if not broken:
            return None
        lines = [f"{name}=={self.pins[name]}" for name in sorted(broken)]
        return pip_install.job(
            self.step, self.venv.python, lines, self.venv.layout, "--no-deps", "--force-reinstall"
        )

    def verify(self) -> None:
        """Raise if something is still not whole."""
        broken = installed.problems(self.site_packages, self.pins)
        for name, problem in sorted(broken.items()):
            raise SetupError(
                f"{self.step}: {len(broken)} packages are still not whole after installation",
                f"{name}: {problem}",
                f"remove the folder and run this again: rm -r .eyehand/{self.venv.folder.name}",
            )

    def finish(self) -> None:
        """Write the stamp."""
        stamp.write(self.venv.folder, self._stamp())

    def _stamp(self) -> dict[str, str]:
        pins = stamp.digest(json.dumps(self.pins, sort_keys=True))
        return {**self.venv.origin(), "pins": pins}
