"""Stamps: small JSON files, written last, that say what a folder was made from."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

NAME = "eyehand-stamp.json"


def read(folder: Path) -> dict[str, Any]:
    """Return the stamp of a folder; a missing or damaged one is empty."""
    try:
        value = json.loads((folder / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def write(folder: Path, content: Mapping[str, Any]) -> None:
    """Write the stamp of a folder."""
    write_text(folder / NAME, json.dumps(content, indent=1, sort_keys=True) + "\n")


def remove(folder: Path) -> None:
    """Remove the stamp of a folder, so that an interruption leaves none behind."""
    if (folder / NAME).exists():
        (folder / NAME).unlink()


def write_text(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old or the new one, never a part."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def digest(*parts: str) -> str:
    """Return a digest over texts."""
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part.encode()).digest())
    return total.hexdigest()
