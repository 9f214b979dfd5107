"""Closing a record: check it, decide whether it counts, write ``episode.json`` and the strip."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from eyehand_core.errors import RecordError

from eyehand_bench.cli.words import ended_as
from eyehand_bench.record.bag_summary import BagSummary, summarize
from eyehand_bench.record.episode_file import (
    BAG_FOLDER,
    versions,
    write_episode,
)
from eyehand_bench.record.episode_plan import EpisodePlan, EpisodeVerdict
from eyehand_bench.record.file_versions import file_digests
from eyehand_bench.record.strip import STRIP_FILE, write_strip

RUNNING, ENDED = "running", "ended"


def begin(record: Path, plan: EpisodePlan) -> None:
    """Write the ``episode.json`` of an episode that has not ended yet.

    Raises:
        RecordError: the folder cannot be written.
    """
    try:
        record.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(f"cannot make {record}: {error.strerror}") from error
    write_episode(record, {"state": RUNNING, **asdict(plan), "started": now()})


def conclude(
    record: Path, plan: EpisodePlan, verdict: EpisodeVerdict, started: str
) -> dict[str, Any]:
    """Check the bag, write the final ``episode.json`` and return its content.

    Raises:
        RecordError: the file cannot be written.
    """
    content = concluded(record, plan, verdict, started)
    write_episode(record, content)
    return content


def concluded(
    record: Path, plan: EpisodePlan, verdict: EpisodeVerdict, started: str, incident: str = ""
) -> dict[str, Any]:
    """Check the bag and return what the final ``episode.json`` has to say.

    What the referee has said in a complete record stands, whatever became of agent and client
    afterwards. A verdict on an incomplete record does not count, nor one that the referee did not
    give: the episode becomes invalid.

    Args:
        record: the record folder.
        plan: what the episode was asked to be.
        verdict: how it ended, as far as the caller knows.
        started: when it began, ISO 8601.
        incident: which node died meanwhile or afterwards, in a sentence.
    """
    summary = summarize(record / BAG_FOLDER, has_robot=bool(plan.robot))
    verdict = _checked(_completed(verdict, summary), summary)
    return {
        "state": ENDED,
        **asdict(plan),
        **asdict(verdict),
        "started": started,
        "ended": now(),
        "decisions": summary.decisions,
        "progress": summary.progress,
        "terms": summary.terms,
        "term_counts": summary.term_counts,
        "stuck": summary.stuck,
        "timings": {
            "world_s": round(summary.world_time, 6),
            "planning_s": round(summary.planning_time, 6),
            "execution_s": round(summary.execution_time, 6),
            "model_s": round(summary.model.model_time, 6),
        },
        "tokens": summary.model.tokens,
        "cost": summary.model.cost(),
        "repairs": summary.model.repairs,
        "endpoint": summary.model.endpoint,
        "incident": incident,
        "record_complete": not summary.gaps,
        "record_gaps": summary.gaps,
        "strip": _strip(record),
        "messages": summary.messages,
        "versions": versions(),
        "nodes": summary.nodes,
        "file_digests": file_digests(asdict(plan)),
    }


def _strip(record: Path) -> str:
    """Draw the picture strip; return its file name, or why there is none."""
    try:
        drawn = write_strip(record / BAG_FOLDER, record / STRIP_FILE)
    except RecordError as error:
        return f"none: {error}"
    return STRIP_FILE if drawn else "none: the bag holds no picture"


def now() -> str:
    """Return the current time in UTC, ISO 8601."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")


def _completed(verdict: EpisodeVerdict, summary: BagSummary) -> EpisodeVerdict:
    """Take what the referee has counted from the referee, whoever brought the verdict."""
    final = summary.final
    if final is None:
        return verdict
    return replace(
        verdict,
        episode_id=str(final.episode_id),
        steps=int(final.step),
        budget=int(final.budget),
        digest=str(final.digest),
    )


def _checked(verdict: EpisodeVerdict, summary: BagSummary) -> EpisodeVerdict:
    if verdict.outcome == "invalid":
        if not summary.gaps and summary.final.outcome != "invalid":
            final = summary.final
            return replace(verdict, outcome=final.outcome, ending=final.ending, reason=final.reason)
        return replace(verdict, reason="; ".join([verdict.reason, *_complaints(summary)]))
    if summary.gaps:
        problem = f"the record is incomplete: {summary.gaps[0]}"
    elif (verdict.outcome, verdict.ending) != (summary.final.outcome, summary.final.ending):
        problem = (
            f"the agent says {ended_as(verdict.outcome, verdict.ending)}, the referee "
            f"{ended_as(summary.final.outcome, summary.final.ending)}"
        )
    else:
        return verdict
    return replace(verdict, outcome="invalid", ending="infrastructure_error", reason=problem)


def _complaints(summary: BagSummary) -> list[str]:
    """Return what nodes said about themselves: partners often see no more than their silence."""
    return [
        f"node {name!r}: {facts['error']}"
        for name, facts in summary.nodes.items()
        if "error" in facts
    ]
