"""Files that are either old or new, never half written."""

from __future__ import annotations

import os
from pathlib import Path

from eyehand_core.errors import RecordError


def write_atomically(path: Path, content: bytes) -> None:
    """Replace ``path``: temporary file, fsync, rename, fsync of the folder.

    Raises:
        RecordError: the file cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise RecordError(f"cannot write {path}: {error.strerror}") from error
