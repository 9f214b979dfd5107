"""First errors, whether the next action puts them right, damage and repetition."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from eyehand_core.layout.goal import Finding, LayoutVerdict
from eyehand_core.layout.play import Step, Trace


class ErrorKind(str, Enum):
    """What was wrong with an action, in the order in which it is looked at."""

    ILLEGAL = "illegal"
    UNMET = "unmet"
    BROKEN = "broken"
    VIOLATION = "violation"


@dataclass(frozen=True, kw_only=True)
class FirstError:
    """The first action of an episode that was wrong.

    Attributes:
        index: position of the action, from 0.
        kind: what was wrong.
        wanted: what the terms and checks want that do not hold because of it.
        corrected: the next action put it right; None if there was no next one.
    """

    index: int
    kind: ErrorKind
    wanted: tuple[str, ...]
    corrected: bool | None


def first_error(trace: Trace) -> FirstError | None:
    """Return the first error of an episode, or None.

    An action is an error if it is illegal or blocked, leaves the object it is about with an unmet
    goal term about that object, makes a goal term false that held, or violates a check that held.
    """
    for index, (before, step) in enumerate(_transitions(trace)):
        found = _error_of(before, step)
        if found is None:
            continue
        kind, wanted = found
        following = trace.steps[index + 1] if index + 1 < len(trace.steps) else None
        corrected = None if following is None else _put_right(kind, wanted, step, following)
        return FirstError(index=index, kind=kind, wanted=wanted, corrected=corrected)
    return None


def damages(trace: Trace) -> int:
    """Return how many actions made a goal term false that held before."""
    return sum(bool(_lost(before, step.verdict)) for before, step in _transitions(trace))


def repeats(trace: Trace) -> int:
    """Return how many actions are equal to an earlier one in the same scene."""
    seen: set[tuple[str, str]] = set()
    count = 0
    scene = trace.start
    for step in trace.steps:
        key = (step.decision, scene.digest())
        count += key in seen and step.decision != ""
        seen.add(key)
        scene = step.scene
    return count


def _transitions(trace: Trace) -> Iterator[tuple[LayoutVerdict, Step]]:
    before = trace.start_verdict
    for step in trace.steps:
        yield before, step
        before = step.verdict


def _error_of(before: LayoutVerdict, step: Step) -> tuple[ErrorKind, tuple[str, ...]] | None:
    if step.code:
        return ErrorKind.ILLEGAL, ()
    name = json.loads(step.decision).get("object", "")
    unmet = tuple(
        finding.wanted
        for finding in step.verdict.failing
        if name in finding.about and not finding.is_check
    )
    if unmet and not _is_preparation(step):
        return ErrorKind.UNMET, unmet
    if broken := _lost(before, step.verdict):
        return ErrorKind.BROKEN, broken
    violated = _lost(before, step.verdict, checks=True)
    return (ErrorKind.VIOLATION, violated) if violated else None


def _is_preparation(step: Step) -> bool:
    """Tell whether an action is not meant to change the scene by itself."""
    return json.loads(step.decision)["action"] in ("set_constraint", "undo", "remove")


def _lost(before: LayoutVerdict, after: LayoutVerdict, checks: bool = False) -> tuple[str, ...]:
    pairs: Iterator[tuple[Finding, Finding]] = zip(before.findings, after.findings, strict=True)
    return tuple(
        new.wanted for old, new in pairs if old.holds and not new.holds and new.is_check is checks
    )


def _put_right(kind: ErrorKind, wanted: tuple[str, ...], error: Step, following: Step) -> bool:
    if following.code or _lost(error.verdict, following.verdict):
        return False
    if kind is ErrorKind.ILLEGAL:
        return True
    failing = {finding.wanted for finding in following.verdict.failing}
    return not failing.intersection(wanted)
