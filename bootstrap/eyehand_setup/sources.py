"""Tell whether the workspace has to be built again."""

from __future__ import annotations

import hashlib
from pathlib import Path

CONTENT_NAMES = ("package.xml", "setup.py", "setup.cfg", "CMakeLists.txt", "colcon.meta")
CONTENT_SUFFIXES = (".msg", ".srv", ".action")
"""Files whose text decides what is built; the others are linked, so only their names count."""

INSTALLED_FOLDERS = ("launch", "config", "urdf")


def snapshot(root: Path) -> dict[str, str]:
    """Return a digest by relative path for every file that the build depends on.

    Python modules are left out: the build links their folders, so neither their text nor their
    names matter.
    """
    files: dict[str, str] = {}
    for top in ("src", *INSTALLED_FOLDERS):
        for path in sorted((root / top).rglob("*")):
            if _matters(path, top) and path.is_file():
                files[path.relative_to(root).as_posix()] = _digest(path)
    meta = root / "colcon.meta"
    if meta.is_file():
        files["colcon.meta"] = _digest(meta)
    return files


def _matters(path: Path, top: str) -> bool:
    if path.suffix == ".pyc" or path.name == "__pycache__":
        return False
    return path.suffix != ".py" or path.name in CONTENT_NAMES or top in INSTALLED_FOLDERS


def _digest(path: Path) -> str:
    if path.name in CONTENT_NAMES or path.suffix in CONTENT_SUFFIXES:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return ""
