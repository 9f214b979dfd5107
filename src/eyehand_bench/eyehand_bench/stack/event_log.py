"""Events of a running stack, one JSON object a line, appended by several processes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def append_event(path: Path, event: str, **facts: Any) -> None:
    """Append one event; a single write keeps lines of different processes apart."""
    line = json.dumps({"event": event, **facts}, ensure_ascii=False) + "\n"
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(descriptor, line.encode())
    finally:
        os.close(descriptor)


class EventFollower:
    """Reads events as they are appended.

    Args:
        path: the file; it may appear later.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0

    def new_events(self) -> list[dict[str, Any]]:
        """Return the complete lines since the last call."""
        try:
            with self._path.open("rb") as stream:
                stream.seek(self._offset)
                content = stream.read()
        except FileNotFoundError:
            return []
        complete = content[: content.rfind(b"\n") + 1]
        self._offset += len(complete)
        return [json.loads(line) for line in complete.splitlines()]
