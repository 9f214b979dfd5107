"""A file that grows by a line at a time."""

from __future__ import annotations

from pathlib import Path


class LineFile:
    """A new file, to which each line is written at once: what breaks off later loses nothing.

    Args:
        path: the file, which is emptied; its folder is made.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")
        self._path = path

    def add(self, line: str) -> None:
        """Write one line."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
