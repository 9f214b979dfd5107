"""Which versions of task, robot, condition and profile files a record was made with."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eyehand_core.errors import RecordError

from eyehand_bench import library
from eyehand_bench.record.episode_file import read_episode

_SHOWN = 12
_JUDGED_BY = ("task", "robot", "condition")
_KINDS = (*_JUDGED_BY, "profile")


def file_digests(named: Mapping[str, str]) -> dict[str, str]:
    """Return the SHA-256 (hex) of the present files by kind; names without a file are left out.

    Args:
        named: what an episode was made of, by kind; a condition with its aids.
    """
    files = {
        "task": library.task_files(),
        "robot": library.robot_files(),
        "condition": library.condition_files(),
        "profile": library.render_profiles(),
    }
    found = {kind: files[kind].get(named[kind].split("+")[0]) for kind in _KINDS}
    return {kind: _digest(path) for kind, path in found.items() if path}


def changed_files(record: Path) -> tuple[str, ...]:
    """Return, one sentence each, what judges an episode and has changed since it was recorded.

    Args:
        record: folder of the record; without a readable ``episode.json`` nothing is known.
    """
    try:
        content = read_episode(record)
    except RecordError:
        return ()
    then = content.get("file_digests", {})
    now = file_digests({kind: str(content.get(kind, "")) for kind in _KINDS})
    return tuple(
        _sentence(kind, content, then[kind], now.get(kind, ""))
        for kind in _JUDGED_BY
        if kind in then and then[kind] != now.get(kind, "")
    )


def _sentence(kind: str, content: Mapping[str, Any], then: str, now: str) -> str:
    present = f"now {now[:_SHOWN]}…" if now else "now there is none"
    return (
        f"this record was made with another version of the {kind} file {content[kind]!r} "
        f"(SHA-256 {then[:_SHOWN]}…, {present}); to judge it by the same rules, check out the "
        "commit that it was recorded with"
    )


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
