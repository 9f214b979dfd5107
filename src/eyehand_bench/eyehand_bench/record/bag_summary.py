"""What a bag says about its episode, and whether anything is missing in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eyehand_core.episode.repetition import RepeatedFailures
from eyehand_core.errors import RecordError
from eyehand_core.predicates.term_counts import MILESTONE_STEP
from eyehand_core.world_state import STAMP_TOLERANCE
from eyehand_nodekit.names import DIAGNOSTIC_PREFIX

from eyehand_bench.record import topics
from eyehand_bench.record.bag_reader import BagReader
from eyehand_bench.record.exchange import ExchangeTotals, exchange_of
from eyehand_bench.record.term_history import TermHistory
from eyehand_nodekit import stamps

_ENDED = 2


@dataclass(kw_only=True)
class BagSummary:
    """Figures of one bag.

    Attributes:
        messages: number of messages by topic.
        gaps: what is missing, in sentences; empty for a complete record.
        final: the last EpisodeState; None if there is none.
        decisions: number of decisions.
        stuck: how often one and the same action failed three times in a row.
        world_time: from the first to the last sample of the world [s].
        planning_time: wall time that the executor spent planning [s].
        execution_time: world time of motions [s].
        progress: share of the task's subtasks that were reached, 0 to 1.
        terms: when each term of the goal and each subtask was true; see ``TermHistory.rows``.
        term_counts: how many terms of the goal are true, by predicate; see ``TermHistory.counts``.
        model: what a model has taken.
        nodes: what each node last said about itself in its diagnostics.
    """

    messages: dict[str, int] = field(default_factory=dict)
    gaps: list[str] = field(default_factory=list)
    final: Any = None
    decisions: int = 0
    stuck: int = 0
    world_time: float = 0.0
    planning_time: float = 0.0
    execution_time: float = 0.0
    progress: float = 0.0
    terms: list[dict[str, Any]] = field(default_factory=list)
    term_counts: dict[str, dict[str, int]] = field(default_factory=dict)
    model: ExchangeTotals = field(default_factory=ExchangeTotals)
    nodes: dict[str, dict[str, str]] = field(default_factory=dict)


def summarize(bag: Path, *, has_robot: bool) -> BagSummary:
    """Read a bag once from front to end.

    Args:
        bag: bag folder.
        has_robot: proprioception must be complete too.
    """
    return _Summarizer(has_robot).run(bag)


class _Summarizer:
    def __init__(self, has_robot: bool) -> None:
        self._summary = BagSummary()
        self._has_robot = has_robot
        self._sequence = -1
        self._lost_samples = 0
        self._stamps: list[int] = []
        self._arm_stamps: set[int] = set()
        self._decided = 0
        self._charged = 0
        self._milestone_ns: int | None = None
        self._terms = TermHistory()
        self._failures = RepeatedFailures()
        self._takers = {
            f"/{topics.OBJECTS}": self._take_objects,
            f"/{topics.ARMS}": self._take_arms,
            f"/{topics.EPISODE}": self._take_episode,
            f"/{topics.PREDICATES}": self._terms.take,
            f"/{topics.DECISIONS}": self._take_decision,
            f"/{topics.TRANSCRIPT}": self._take_exchange,
            "/diagnostics": self._take_diagnostics,
        }

    def run(self, bag: Path) -> BagSummary:
        summary = self._summary
        try:
            reader = BagReader(bag)
            for raw in reader.messages():
                summary.messages[raw.topic] = summary.messages.get(raw.topic, 0) + 1
                if raw.topic in self._takers:
                    self._takers[raw.topic](reader.decoded(raw))
        except RecordError as error:
            summary.gaps.append(str(error))
            return summary
        if reader.damage:
            summary.gaps.append(f"the bag is damaged: {reader.damage}")
        self._conclude()
        return summary

    def _conclude(self) -> None:
        gaps = self._summary.gaps
        if self._lost_samples:
            gaps.append(f"{self._lost_samples} samples of /{topics.OBJECTS} are missing")
        if not self._stamps:
            gaps.append(f"no sample of /{topics.OBJECTS}")
        elif self._decided - self._stamps[-1] > STAMP_TOLERANCE * stamps.NANOSECONDS:
            gaps.append(f"the last samples of /{topics.OBJECTS} are missing")
        if self._has_robot:
            without = sum(stamp not in self._arm_stamps for stamp in self._stamps)
            if without:
                gaps.append(f"{without} samples of /{topics.ARMS} are missing")
        final = self._summary.final
        if final is None or final.phase != _ENDED:
            gaps.append("the end of the episode is missing")
        elif int(final.step) != self._charged:
            gaps.append("the last decision is missing")
        if self._stamps:
            self._summary.world_time = (self._stamps[-1] - self._stamps[0]) * 1e-9
            last = self._stamps[-1]
            self._summary.terms = self._terms.rows(last)
            milestone = last if self._milestone_ns is None else self._milestone_ns
            self._summary.term_counts = self._terms.counts(milestone)
        self._summary.progress = self._terms.progress

    def _take_objects(self, message: Any) -> None:
        if message.sequence == 0:
            self._stamps.clear()
            self._lost_samples = 0
        else:
            self._lost_samples += int(message.sequence) - self._sequence - 1
        self._sequence = int(message.sequence)
        self._stamps.append(stamps.to_nanoseconds(message.header.stamp))

    def _take_arms(self, message: Any) -> None:
        self._arm_stamps.add(stamps.to_nanoseconds(message.header.stamp))

    def _take_episode(self, message: Any) -> None:
        self._summary.final = message

    def _take_decision(self, message: Any) -> None:
        summary = self._summary
        if int(message.index) != summary.decisions:
            summary.gaps.append(f"decisions before number {message.index} are missing")
        summary.decisions = int(message.index) + 1
        if int(message.step) > self._charged:
            self._failures.add(message.decision, succeeded=bool(message.plan_success))
            summary.stuck = self._failures.noted
        self._charged = int(message.step)
        self._decided = stamps.to_nanoseconds(message.header.stamp)
        if self._charged == MILESTONE_STEP and self._milestone_ns is None:
            self._milestone_ns = self._decided
        summary.planning_time += float(message.planning_time)
        summary.execution_time += float(message.execution_time)

    def _take_exchange(self, message: Any) -> None:
        self._summary.model.add(exchange_of(message))

    def _take_diagnostics(self, message: Any) -> None:
        for status in message.status:
            if status.name.startswith(DIAGNOSTIC_PREFIX):
                name = status.name.removeprefix(DIAGNOSTIC_PREFIX)
                self._summary.nodes[name] = {item.key: item.value for item in status.values}
