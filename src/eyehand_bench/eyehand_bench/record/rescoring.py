"""The verdict of an episode once more, from its bag alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.conditions import load_condition
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import make_episode
from eyehand_core.episode.replay import RecordedDecision, end_from_outside, replay
from eyehand_core.errors import RecordError, UnknownNameError
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import library_for
from eyehand_core.world_state import WorldState
from eyehand_nodekit.sample_joiner import SampleJoiner

from eyehand_bench import library
from eyehand_bench.record import topics
from eyehand_bench.record.bag_reader import BagReader, bag_file
from eyehand_nodekit import stamps

_REPORT_FIELDS = (
    "fraction",
    "position_error",
    "orientation_error",
    "planning_time",
    "execution_time",
)


@dataclass(frozen=True, kw_only=True)
class Score:
    """A verdict.

    Attributes:
        outcome: ``success``, ``failure`` or ``invalid``; empty if the episode did not end.
        ending: reason code.
        steps: environment steps charged.
        digest: SHA-256 over decisions, states and predicate values.
    """

    outcome: str
    ending: str
    steps: int
    digest: str


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Live verdict against the one derived from the bag.

    Attributes:
        task: task id.
        seed: seed of the instance.
        budget: environment steps allowed.
        live: what the referee said at the time.
        derived: what the rules say about the recorded states and decisions.
        term_counts: how many terms of the goal are true according to those rules; see
            ``eyehand_core.predicates.term_counts``.
        damage: what is missing in the bag; empty for a whole one.
    """

    task: str
    seed: int
    budget: int
    live: Score
    derived: Score
    term_counts: Mapping[str, Mapping[str, int]]
    damage: str

    @property
    def differences(self) -> tuple[str, ...]:
        """Fields in which the two verdicts differ, with both values."""
        pairs = vars(self.live).items()
        return tuple(
            f"{name}: live {value!r}, from the bag {getattr(self.derived, name)!r}"
            for name, value in pairs
            if value != getattr(self.derived, name)
        )

    @property
    def matches(self) -> bool:
        """True if the bag is whole and leads to the verdict that the referee gave."""
        return bool(self.live.outcome) and not self.differences and not self.damage


def rescore(bag: Path) -> Comparison:
    """Derive the verdict from a bag.

    Raises:
        RecordError: the bag cannot be read or lacks what a verdict needs.
        UnknownNameError: there is no such task, robot or condition any more.
    """
    content = _read(bag)
    if content.final is None:
        raise _unjudged(bag, content, f"it says nothing on /{topics.EPISODE}")
    final = content.final
    try:
        episode = replay(_maker(final), content.samples, content.decisions)
    except LookupError as error:
        raise RecordError(
            f"the record does not fit the task file {final.task!r}: it holds no {error}; "
            "it was made with another version of the task"
        ) from error
    except RecordError as error:
        raise _unjudged(bag, content, str(error)) from error
    end_from_outside(episode, final.ending, final.reason)
    return Comparison(
        task=str(final.task),
        seed=int(final.seed),
        budget=int(final.budget),
        live=Score(
            outcome=final.outcome,
            ending=final.ending,
            steps=int(final.step),
            digest=final.digest,
        ),
        derived=Score(
            outcome=episode.outcome.value if episode.outcome else "",
            ending=episode.ending.value if episode.ending else "",
            steps=episode.step,
            digest=episode.digest,
        ),
        term_counts=episode.term_counts,
        damage=content.damage,
    )


def _unjudged(bag: Path, content: _Content, why: str) -> RecordError:
    """Return the error for a bag that leads to no verdict, with the damage behind it."""
    if not content.damage:
        return RecordError(f"{bag} cannot be judged: {why}")
    return RecordError(
        f"{bag} is damaged and cannot be judged\n"
        f"  damage: {content.damage}\n"
        f"  so that: {why}\n"
        f"  what is whole can be salvaged with:  mcap recover {bag_file(bag)} -o recovered.mcap"
    )


@dataclass(kw_only=True)
class _Content:
    samples: list[WorldState]
    decisions: list[RecordedDecision]
    final: Any = None
    damage: str = ""


def _read(bag: Path) -> _Content:
    reader = BagReader(bag)
    content = _Content(samples=[], decisions=[])
    messages = list(
        reader.typed_messages(
            f"/{topics.OBJECTS}", f"/{topics.ARMS}", f"/{topics.DECISIONS}", f"/{topics.EPISODE}"
        )
    )
    with_arms = any(item.topic == f"/{topics.ARMS}" for item in messages)
    joiner = SampleJoiner(content.samples.append, with_arms=with_arms)
    takers: dict[str, Callable[[Any], None]] = {
        f"/{topics.OBJECTS}": joiner.add_objects,
        f"/{topics.ARMS}": joiner.add_arms,
        f"/{topics.DECISIONS}": lambda message: content.decisions.append(_decision(message)),
        f"/{topics.EPISODE}": lambda message: setattr(content, "final", message),
    }
    for item in messages:
        takers[item.topic](item.message)
    content.damage = reader.damage
    return content


def _decision(message: Any) -> RecordedDecision:
    return RecordedDecision(
        raw=str(message.raw),
        stamp=stamps.to_seconds(message.header.stamp),
        report=ActionReport(
            action_valid=bool(message.action_valid),
            plan_success=bool(message.plan_success),
            code=str(message.code),
            detail=str(message.detail),
            **{name: float(getattr(message, name)) for name in _REPORT_FIELDS},
        ),
    )


def _maker(final: Any) -> Callable[[WorldState], Episode]:
    robots = library.robot_files()
    if final.robot and final.robot not in robots:
        raise UnknownNameError("robot", final.robot, robots)
    robot = load_robot(robots[final.robot]) if final.robot else None
    config = library.config_folder()
    task = library_for(config, robot).load_instance(final.task, int(final.seed))
    condition = load_condition(config, task.kind, final.condition)
    return lambda settled: make_episode(final.episode_id, task, condition, robot, settled)
