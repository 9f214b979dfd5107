"""Find a Python 3.12 that really runs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from eyehand_setup.messages import SetupError

PROBE = (
    "import ensurepip, platform, struct, sys, sysconfig, venv;"
    "assert sys.version_info[:2] == (3, 12) and platform.python_implementation() == 'CPython';"
    "assert struct.calcsize('P') == 8;"
    "import os; header = os.path.join(sysconfig.get_path('include'), 'Python.h');"
    "assert os.path.isfile(header), header + ' is missing';"
    "print(os.path.realpath(sys.executable))"
)
"""Run by each candidate: the right version, able to make environments, with its C headers."""

REMEDY = (
    "Ubuntu 24.04:     sudo apt install python3.12 python3.12-venv python3.12-dev",
    "anywhere:         uv python install 3.12      or: pyenv install 3.12",
    "or source a ROS 2 installation (Humble, Jazzy) first; then its own Python is used",
)


def find(environ: Mapping[str, str]) -> Path:
    """Return the interpreter; the variable `EYEHAND_PYTHON312` names one and rules out others."""
    tried: list[str] = []
    for candidate in _candidates(environ):
        found, reason = _probe(candidate)
        if found is not None:
            return found
        tried.append(f"{_shown(candidate, environ)}: {reason}")
    looked = tried[:4] or ["looked on PATH, in ~/.pyenv, in uv's folder, in /usr/local, /opt: none"]
    raise SetupError("no usable Python 3.12", *looked, *REMEDY)


def _candidates(environ: Mapping[str, str]) -> Iterator[Path]:
    named = environ.get("EYEHAND_PYTHON312")
    if named:
        yield Path(named)
        return
    seen: set[Path] = set()
    for candidate in _places(environ):
        if candidate not in seen and os.access(candidate, os.X_OK):
            seen.add(candidate)
            yield candidate


def _places(environ: Mapping[str, str]) -> Iterator[Path]:
    path = [Path(entry) for entry in environ.get("PATH", "").split(os.pathsep) if entry]
    yield from (folder / "python3.12" for folder in path)
    home = environ.get("HOME")
    roots = [Path(environ["PYENV_ROOT"])] if environ.get("PYENV_ROOT") else []
    roots += [Path(home) / ".pyenv"] if home else []
    for root in roots:
        yield from sorted(root.glob("versions/3.12*/bin/python3.12"), reverse=True)
    if home:
        uv = Path(home) / ".local/share/uv/python"
        yield from sorted(uv.glob("cpython-3.12*/bin/python3.12"), reverse=True)
    yield from (Path("/usr/local/bin/python3.12"), Path("/usr/bin/python3.12"))
    yield from sorted(Path("/opt").glob("python*3.12*/bin/python3.12"))
    yield from (folder / "python3" for folder in path)


def _probe(candidate: Path) -> tuple[Path | None, str]:
    """Return the real interpreter behind a candidate, or why it can't be used."""
    env = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "")}
    try:
        result = subprocess.run(
            [str(candidate), "-I", "-c", PROBE],
            capture_output=True,
            env=env,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return None, type(error).__name__
    if result.returncode == 0:
        return Path(result.stdout.decode().strip()), ""
    lines = result.stderr.decode(errors="replace").strip().splitlines()
    return None, (lines[-1] if lines else "does not run")[:100]


def _shown(path: Path, environ: Mapping[str, str]) -> str:
    home = environ.get("HOME")
    text = str(path)
    return f"~{text[len(home) :]}" if home and text.startswith(home + "/") else text
