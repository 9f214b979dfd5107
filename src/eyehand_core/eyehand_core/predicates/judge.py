"""Judging an episode: success with hold time, term values and progress, from state samples."""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.errors import WorldError
from eyehand_core.predicates.expression import Expression, Hold, compile_expression, conjuncts
from eyehand_core.predicates.moment import Moment, facts_of
from eyehand_core.robot import Robot
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import WorldState


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the judge says about one sample.

    Attributes:
        success: the whole expression, hold time included.
        terms: text and value of each term that must be true.
        subtasks: name of each stage and whether it has been reached, in order.
    """

    success: bool
    terms: tuple[tuple[str, bool], ...]
    subtasks: tuple[tuple[str, bool], ...]

    @property
    def progress(self) -> float:
        """Share of the subtasks reached so far; 1 without subtasks only at success."""
        if not self.subtasks:
            return float(self.success)
        return sum(reached for _, reached in self.subtasks) / len(self.subtasks)


@dataclass(eq=False)
class _Recorder:
    """A conjunct that remembers its last value for the verdict."""

    expression: Expression
    value: bool = False

    @property
    def text(self) -> str:
        return self.expression.text

    def update(self, moment: Moment) -> bool:
        self.value = self.expression.update(moment)
        return self.value


@dataclass(eq=False)
class _Conjunction:
    terms: tuple[_Recorder, ...]

    @property
    def text(self) -> str:
        return f"all({', '.join(term.text for term in self.terms)})"

    def update(self, moment: Moment) -> bool:
        return all([term.update(moment) for term in self.terms])


class Judge:
    """Judges one episode. Latches and hold times belong to this object alone.

    Args:
        task: the task file.
        robot: the robot file; None in a world without a robot.
        settled: the sample at rest after the reset. It is judged at once: see ``initial``.

    Attributes:
        initial: verdict on the settled sample. Its ``success`` ignores the hold time, so that a
            task that is solved from the start is noticed.
    """

    def __init__(self, task: Task, robot: Robot | None, settled: WorldState) -> None:
        self._facts = facts_of(task, robot, settled)
        expression = compile_expression(task.success, task.names)
        self._condition = _Conjunction(tuple(_Recorder(e) for e in conjuncts(expression)))
        self._success = Hold(self._condition, task.hold)
        self._stages = [(s.name, compile_expression(s.when, task.names)) for s in task.subtasks]
        self._reached = 0
        self._stamp = settled.stamp
        held = self._verdict(settled)
        at_once = all(value for _, value in held.terms)
        self.initial = Verdict(success=at_once, terms=held.terms, subtasks=held.subtasks)

    def update(self, state: WorldState) -> Verdict:
        """Return the verdict on the next sample.

        Raises:
            WorldError: the sample is older than the one before.
        """
        if state.stamp < self._stamp:
            raise WorldError(
                f"world state of {state.stamp:.3f} s came after that of {self._stamp:.3f} s; "
                "samples must come in order"
            )
        return self._verdict(state)

    def _verdict(self, state: WorldState) -> Verdict:
        self._stamp = state.stamp
        moment = Moment(now=state, facts=self._facts)
        success = self._success.update(moment)
        self._advance(moment)
        return Verdict(
            success=success,
            terms=tuple((term.text, term.value) for term in self._condition.terms),
            subtasks=tuple(
                (name, index < self._reached) for index, (name, _) in enumerate(self._stages)
            ),
        )

    def _advance(self, moment: Moment) -> None:
        """Reach stages in order; every stage sees every sample, so that its latches work."""
        values = [expression.update(moment) for _, expression in self._stages]
        while self._reached < len(values) and values[self._reached]:
            self._reached += 1
