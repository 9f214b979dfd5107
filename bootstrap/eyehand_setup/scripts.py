"""Repair the first line of installed scripts when the interpreter's path has a space in it.

The kernel ends the interpreter at the first space, so a node installed below such a path could not
be started. The repaired script is read by the shell, which starts the interpreter on the same file;
to Python those first two lines are a string.
"""

from __future__ import annotations

from pathlib import Path


def repair(lib: Path, python: Path) -> None:
    """Rewrite scripts below an install's lib folder that name an interpreter with a space."""
    if " " not in str(python):
        return
    for path in lib.glob("*/*"):
        if path.is_file() and not path.is_symlink():
            _repair(path, python)


def _repair(path: Path, python: Path) -> None:
    content = path.read_bytes()
    first, _, rest = content.partition(b"\n")
    if not first.startswith(b"#!") or str(python.parent).encode() not in first:
        return
    header = f"#!/bin/sh\n'''exec' \"{python}\" \"$0\" \"$@\"\n' '''\n"
    path.write_bytes(header.encode() + rest)
