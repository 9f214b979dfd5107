"""Tell whether the workspace has to be built again."""

from __future__ import annotations

import hashlib
from pathlib import Path

CONTENT_NAMES = ("package.xml", "setup.py", "setup.cfg", "CMakeLists.txt", "colcon.meta")
CONTENT_SUFFIXES = (".msg", ".srv", ".action")
"""Files whose text decides what is built; the others are linked, so only their names count."""


def snapshot(root: Path) -> dict[str, str]:
    """Return a digest by relative path for every file that the build depends on.

    Left out is what is used where it lies, so that neither text nor names matter to the build:
    Python modules, whose folders it links, and `launch/`, `config/` and `urdf/`, which commands
    and launch files read in the checkout itself. So are hidden files and folders: test runs and
    editors leave them.
    """
    files = {
        path.relative_to(root).as_posix(): _digest(path)
        for path in sorted((root / "src").rglob("*"))
        if _matters(path.relative_to(root)) and path.is_file()
    }
    meta = root / "colcon.meta"
    if meta.is_file():
        files["colcon.meta"] = _digest(meta)
    return files


def _matters(path: Path) -> bool:
    if any(part.startswith(".") for part in path.parts):
        return False
    return path.suffix not in (".py", ".pyc") or path.name in CONTENT_NAMES


def _digest(path: Path) -> str:
    if path.name in CONTENT_NAMES or path.suffix in CONTENT_SUFFIXES:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return ""
