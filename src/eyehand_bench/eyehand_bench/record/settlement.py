"""What an episode counts as once its nodes are gone, and that its file says so if it can."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from eyehand_core.errors import RecordError

from eyehand_bench.record import conclusion
from eyehand_bench.record.episode_file import read_episode, write_episode
from eyehand_bench.record.episode_plan import ABORT, EpisodePlan, EpisodeVerdict


def settle(
    record: Path, plan: EpisodePlan, verdict: EpisodeVerdict, started: str, incident: str
) -> dict[str, Any]:
    """Return what ``episode.json`` says if its episode was judged; else give it ``verdict``.

    Args:
        record: the record folder; nothing writes to it any more.
        plan: what the episode was asked to be.
        verdict: how it ended, if nobody has judged it.
        started: when it began, ISO 8601.
        incident: which node died, in a sentence; empty if none did.
    """
    try:
        content = read_episode(record)
    except RecordError:
        content = {}
    # A client that was stopped writes an abort too; it is one only if the user wanted it.
    stands = content.get("state") == conclusion.ENDED and (
        content["ending"] != ABORT or verdict.ending == ABORT
    )
    if stands:
        return _with_incident(record, content, incident) if incident else content
    return _written(record, conclusion.concluded(record, plan, verdict, started, incident))


def _with_incident(record: Path, content: dict[str, Any], incident: str) -> dict[str, Any]:
    """Note an incident beside a verdict; the verdict stands, even if the disk takes no note."""
    noted = {**content, "incident": incident}
    with suppress(RecordError):
        write_episode(record, noted)
    return noted


def _written(record: Path, content: dict[str, Any]) -> dict[str, Any]:
    """Write ``episode.json``; if the disk takes nothing any more, at least return what it says."""
    try:
        write_episode(record, content)
    except RecordError as error:
        reason = f"{content['reason']}; {error}"
        broken = {"outcome": "invalid", "ending": "infrastructure_error", "reason": reason}
        return {**content, **broken}
    return content
