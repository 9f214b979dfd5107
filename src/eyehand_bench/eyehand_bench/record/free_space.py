"""Whether a disk can hold a record."""

from __future__ import annotations

import shutil
from pathlib import Path

from eyehand_core.errors import RecordError

NEEDED_MB = 200.0
"""Free disk space at the start of an episode; a long one with many pictures takes about half."""

_MEGABYTE = 1_000_000


def check_space(folder: Path, megabytes: float = NEEDED_MB) -> None:
    """Refuse to begin a record that the disk cannot hold.

    Args:
        folder: of the record; need not exist yet.
        megabytes: least free space [MB].

    Raises:
        RecordError: there is less.
    """
    existing = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    free = shutil.disk_usage(existing).free / _MEGABYTE
    if free < megabytes:
        raise RecordError(
            f"{free:.0f} MB free at {existing}, a record needs {megabytes:.0f} MB; "
            "make room or choose another folder"
        )
