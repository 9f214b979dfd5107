"""Writing the folder of a demonstration, as ``eyehand learn`` reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from eyehand_agent.demonstrations.demonstration import DESCRIPTION_FILE, FRAME_PATTERN
from eyehand_core.errors import ConfigError
from eyehand_core.views import START_VIEW


def write_demonstration(
    folder: Path,
    about: Mapping[str, Any],
    frames: Iterable[bytes],
    report: Callable[[int], None],
) -> dict[str, Any]:
    """Write frames and description; return the description.

    The description comes last, so that a folder without one was left unfinished.

    Args:
        folder: of this demonstration; an old one in it goes.
        about: what there is to say of it.
        frames: JPEG pictures in order of time.
        report: takes how many frames there are, after each.

    Raises:
        ConfigError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in (folder / DESCRIPTION_FILE, *folder.glob("frame_*.jpg")):
            old.unlink(missing_ok=True)
        count = 0
        for jpeg in frames:
            (folder / FRAME_PATTERN.format(count)).write_bytes(jpeg)
            count += 1
            report(count)
        described = {**about, "frames": count, "view": START_VIEW}
        (folder / DESCRIPTION_FILE).write_text(json.dumps(described, indent=2) + "\n")
    except OSError as error:
        raise ConfigError(
            f"cannot write {error.filename or folder}: {error.strerror}; give another --out"
        ) from error
    return described
