"""Check for free disk space before anything is downloaded."""

from __future__ import annotations

import shutil
from pathlib import Path

from eyehand_setup.messages import SetupError

RUNTIME_MB = 2600
SDK_MB = 400
BUILD_MB = 200
"""Space that each part takes at its fullest: what stays, and what its installation needs beside."""


def require(folder: Path, needed_mb: int) -> None:
    """Raise unless the disk that holds a folder has the space."""
    free_mb = shutil.disk_usage(folder).free // 2**20
    if free_mb < needed_mb:
        raise SetupError(full(folder, f"{needed_mb} MB are needed, {free_mb} MB are free"), *REMEDY)


def full(folder: Path, detail: str) -> str:
    """Return the wording of the problem."""
    return f"not enough disk space for {folder.name}/: {detail}"


REMEDY = (
    "free some space, or put the folder on another disk before running set-up again:",
    "mkdir /big/disk/eyehand && ln -s /big/disk/eyehand .eyehand",
)
