"""Worlds in which layout actions are carried out; here the canvas, without ROS and pictures.

On the canvas time stands still between actions. Each legal action takes the same time and shows
the new scene in several samples, so that conditions that have to last can be seen to last.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.decisions.decision_error import DecisionError
from eyehand_core.decisions.grammar import Grammar
from eyehand_core.decisions.layout_action import LayoutAction
from eyehand_core.errors import ConfigError, WorldError
from eyehand_core.layout.actions import LayoutHistory
from eyehand_core.layout.projection import object_states
from eyehand_core.layout.resolver import IllegalAction
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.task import initial_scene, task_grammar
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import WorldState

SAMPLE_PERIOD_NS = 20_000_000
SAMPLES_PER_ACTION = 6


@dataclass(frozen=True, kw_only=True)
class LayoutSample:
    """The world at one instant.

    Attributes:
        stamp_ns: world time [ns].
        state: everything in the world.
    """

    stamp_ns: int
    state: WorldState


@dataclass(frozen=True, kw_only=True)
class Applied:
    """A legal action and what it led to.

    Attributes:
        samples: the world while it was carried out, the last one at rest.
        code: what kept it from leading to what was wanted: ``not_carried_out``, or the reason code
            of a robot that was stopped or could not be commanded; empty if nothing did. Only where
            things have bodies does that happen.
        message: the same in words; ``not_carried_out`` without numbers or positions.
    """

    samples: tuple[LayoutSample, ...]
    code: str = ""
    message: str = ""


class ArrangedWorld(ABC):
    """Plays one layout task at a time, by the canonical JSON of actions."""

    def __init__(self) -> None:
        self._grammar: Grammar | None = None
        self._history = LayoutHistory(())

    @property
    def history(self) -> LayoutHistory:
        """All scenes since the reset that have not been undone."""
        return self._history

    @property
    def scene(self) -> LayoutScene:
        """The scene as it is now.

        Raises:
            WorldError: there has been no reset.
        """
        self._offered()
        return self._history.scene

    @property
    @abstractmethod
    def state(self) -> WorldState:
        """Everything in the world as it is now; there must have been a reset."""

    @abstractmethod
    def reset(self, task: Task, seed: int) -> LayoutSample:
        """Build the scene of (task, seed) and return its first sample.

        Raises:
            ConfigError: the task cannot be played here, or the seed is out of range.
        """

    def apply(self, text: str) -> Applied | IllegalAction:
        """Carry out the canonical JSON of an action.

        Returns:
            What it led to; or why the action is illegal, in which case nothing has changed and no
            time has passed.

        Raises:
            WorldError: there has been no reset.
        """
        action = self._offered().parse(text)
        if isinstance(action, DecisionError):
            return IllegalAction(action.code.value, action.message)
        if not isinstance(action, LayoutAction):
            return IllegalAction("unknown_action", f"{action.name} does not change the scene")
        return self._carry_out(action)

    @abstractmethod
    def _carry_out(self, action: LayoutAction) -> Applied | IllegalAction:
        """Carry out an action that the task offers."""

    def _begin(self, task: Task, start: LayoutScene) -> None:
        self._grammar, self._history = task_grammar(task), LayoutHistory((start,))

    def _offered(self) -> Grammar:
        if self._grammar is None:
            raise WorldError("the world is empty; reset it to a task first")
        return self._grammar


class LayoutWorld(ArrangedWorld):
    """The canvas: what an action is to lead to comes about."""

    def __init__(self) -> None:
        super().__init__()
        self._sequence = 0
        self._time_ns = 0

    @property
    def state(self) -> WorldState:
        """The scene as bodies at rest."""
        return self._sample(at_rest=True).state

    @property
    def time_ns(self) -> int:
        """World time [ns]; it goes on over resets, so that no stamp comes twice."""
        return self._time_ns

    def reset(self, task: Task, seed: int) -> LayoutSample:
        """Build the scene of (task, seed) and return its first sample.

        Raises:
            ConfigError: not a layout task, or the seed is out of range.
        """
        if task.kind != "layout":
            raise ConfigError(
                f"task {task.id!r} is of kind {task.kind!r}; the layout world plays layout tasks"
            )
        self._begin(task, initial_scene(task, seed))
        self._sequence = 0
        self._time_ns += SAMPLE_PERIOD_NS
        return self._sample(at_rest=True)

    def _carry_out(self, action: LayoutAction) -> Applied | IllegalAction:
        result = self._history.apply(action)
        if isinstance(result, IllegalAction):
            return result
        self._history = result
        return Applied(samples=tuple(self._pass_time()))

    def _pass_time(self) -> Iterator[LayoutSample]:
        for number in range(1, SAMPLES_PER_ACTION + 1):
            self._sequence += 1
            self._time_ns += SAMPLE_PERIOD_NS
            yield self._sample(at_rest=number == SAMPLES_PER_ACTION)

    def _sample(self, at_rest: bool) -> LayoutSample:
        state = WorldState(
            stamp=self._time_ns * 1e-9,
            sequence=self._sequence,
            at_rest=at_rest,
            objects=object_states(self.scene),
        )
        return LayoutSample(stamp_ns=self._time_ns, state=state)
