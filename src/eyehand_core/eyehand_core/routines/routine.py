"""Expert routines: the registry of steps, compiling of declared routines, and running them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eyehand_core.decisions.decision import Decision
from eyehand_core.declaration_error import DeclarationError, Mistake
from eyehand_core.declarations import (
    Binder,
    Call,
    Declared,
    Decorator,
    Names,
    Parameter,
    declare,
    single_entry,
)
from eyehand_core.for_each import unrolled
from eyehand_core.predicates.moment import Moment
from eyehand_core.registry import Registry
from eyehand_core.routines.situation import Situation

StepCall = Call["Decision | None"]

STEPS: Registry[Declared[Decision | None]] = Registry("expert step")
"""Functions ``(situation: Situation, **parameters) -> Decision | None``."""

PATIENCE = 15  # decisions after which a step gives up and the next one begins


def step(name: str, **parameters: Parameter) -> Decorator[Decision | None]:
    """Return a decorator that registers an expert step with its declared parameters."""
    return declare(STEPS, name, **parameters)


def compile_routine(raw: Any, names: Names) -> tuple[StepCall, ...]:
    """Compile a list of declared steps, ``for_each`` among them.

    Raises:
        DeclarationError: all mistakes, each with its place and what is allowed there.
    """
    if not isinstance(raw, list):
        raise DeclarationError("routine", [Mistake((), f"expected a list of steps, got {raw!r}")])
    mistakes: list[Mistake] = []
    binder = Binder(STEPS, names, mistakes)
    calls = []
    for item, place in unrolled(raw, (), names, mistakes):
        entry = single_entry(item, place, mistakes)
        if entry is not None:
            calls.append(binder.bind(*entry, place))
    if mistakes:
        raise DeclarationError("routine", mistakes)
    return tuple(call for call in calls if call is not None)


class Routine:
    """Runs compiled steps one after the other, each until it is satisfied.

    Args:
        steps: the compiled routine.
        arms: arms of the task.
    """

    def __init__(self, steps: Sequence[StepCall], arms: tuple[str, ...]) -> None:
        self._steps = list(steps)
        self._arms = arms
        self._start: Moment | None = None
        self._issued = 0
        self._refused = 0

    def decide(self, moment: Moment, refused: bool) -> Decision | None:
        """Return the next decision, or None after the last step.

        Args:
            moment: the true state now.
            refused: the previous decision was not carried out.
        """
        self._refused = self._refused + 1 if refused else 0
        while self._steps:
            self._start = self._start or moment
            situation = Situation(
                moment=moment,
                start=self._start,
                arms=self._arms,
                issued=self._issued,
                refused=self._refused,
            )
            decision = self._steps[0](situation) if self._issued < PATIENCE else None
            if decision is not None:
                self._issued += 1
                return decision
            self._steps.pop(0)
            self._start, self._issued, self._refused = None, 0, 0
        return None
