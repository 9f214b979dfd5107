"""The same episode again from its record: decisions, action reports and world samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from eyehand_core.episode.action_report import INTERRUPTED, ActionReport
from eyehand_core.episode.ending import Ending
from eyehand_core.episode.episode import Episode
from eyehand_core.errors import RecordError
from eyehand_core.world_state import STAMP_TOLERANCE, WorldState


@dataclass(frozen=True, kw_only=True)
class RecordedDecision:
    """One decision of a record.

    Attributes:
        raw: the text that the agent gave.
        stamp: world time when the decision had been dealt with [s]; samples up to it belong to it.
        report: what became of the action; ignored for anything but an action.
    """

    raw: str
    stamp: float
    report: ActionReport


def replay(
    make: Callable[[WorldState], Episode],
    samples: Iterable[WorldState],
    decisions: Iterable[RecordedDecision],
) -> Episode:
    """Return the episode as the rules see it from the record alone.

    It is still running if the record stops before its end, or if it was ended from outside.

    Args:
        make: makes the episode from its settled state.
        samples: all samples of the episode, in order.
        decisions: all decisions of the episode, in order.

    Raises:
        RecordError: there is no sample, or decisions go on after the end.
    """
    pending = iter(samples)
    settled = next(pending, None)
    if settled is None:
        raise RecordError("the record holds no sample of world/objects; it cannot be judged")
    episode = make(settled)
    sample = next(pending, None)
    interrupted = False
    for decision in decisions:
        if interrupted or not episode.running:
            reason = episode.reason or "an action was interrupted"
            raise RecordError(f"the record goes on after its end ({reason})")
        ruling = episode.submit(decision.raw)
        while sample is not None and sample.stamp <= decision.stamp + STAMP_TOLERANCE:
            episode.witness(sample)
            sample = next(pending, None)
        is_action = ruling.decision is not None and ruling.decision.kind.costs_step
        interrupted = is_action and decision.report.code == INTERRUPTED
        if is_action and not interrupted:
            episode.conclude(decision.report)
    return episode


def end_from_outside(episode: Episode, ending: str, reason: str) -> None:
    """Apply a recorded ending that no decision explains; other endings change nothing."""
    if ending and Ending(ending).is_external:
        episode.end(Ending(ending), reason)
