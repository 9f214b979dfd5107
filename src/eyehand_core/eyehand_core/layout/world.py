"""The layout world without ROS and pictures: scene, history and time.

Time stands still between actions. Each legal action takes the same time and shows the new scene
in several samples, so that conditions that have to last can be seen to last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

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
    """The scene at one instant.

    Attributes:
        stamp_ns: world time [ns].
        state: the scene as a world state.
    """

    stamp_ns: int
    state: WorldState


@dataclass(frozen=True, kw_only=True)
class Unfinished:
    """A legal action that did not lead to what it was to lead to; only things with bodies do that.

    Attributes:
        samples: the scene while it was tried, the last one at rest.
        message: what went wrong, without numbers or positions.
    """

    samples: tuple[LayoutSample, ...]
    message: str


class ArrangedWorld(Protocol):
    """A world in which layout actions are carried out."""

    @property
    def history(self) -> LayoutHistory:
        """All scenes since the reset."""
        ...

    @property
    def scene(self) -> LayoutScene:
        """The scene as it is now."""
        ...

    def reset(self, task: Task, seed: int) -> LayoutSample:
        """Build the scene of (task, seed) and return its first sample."""
        ...

    def apply(self, text: str) -> tuple[LayoutSample, ...] | Unfinished | IllegalAction:
        """Carry out the canonical JSON of an action."""
        ...


class LayoutWorld:
    """Plays one layout task at a time."""

    def __init__(self) -> None:
        self._grammar: Grammar | None = None
        self._history = LayoutHistory(())
        self._sequence = 0
        self._time_ns = 0

    @property
    def time_ns(self) -> int:
        """World time [ns]; it goes on over resets, so that no stamp comes twice."""
        return self._time_ns

    @property
    def history(self) -> LayoutHistory:
        """All scenes since the reset."""
        return self._history

    @property
    def scene(self) -> LayoutScene:
        """The scene as it is now.

        Raises:
            WorldError: there has been no reset.
        """
        if self._grammar is None:
            raise WorldError("the layout world is empty; reset it to a task first")
        return self._history.scene

    def reset(self, task: Task, seed: int) -> LayoutSample:
        """Build the scene of (task, seed) and return its first sample.

        Raises:
            ConfigError: not a layout task, or the seed is out of range.
        """
        if task.kind != "layout":
            raise ConfigError(
                f"task {task.id!r} is of kind {task.kind!r}; the layout world plays layout tasks"
            )
        self._history = LayoutHistory((initial_scene(task, seed),))
        self._grammar, self._sequence = task_grammar(task), 0
        self._time_ns += SAMPLE_PERIOD_NS
        return self._sample(at_rest=True)

    def apply(self, text: str) -> tuple[LayoutSample, ...] | IllegalAction:
        """Carry out the canonical JSON of an action.

        Returns:
            Samples of the new scene, the last one at rest; or why the action is illegal, in which
            case nothing has changed and no time has passed.

        Raises:
            WorldError: there has been no reset.
        """
        if self._grammar is None:
            raise WorldError("the layout world is empty; reset it to a task first")
        action = self._grammar.parse(text)
        if isinstance(action, DecisionError):
            return IllegalAction(action.code.value, action.message)
        if not isinstance(action, LayoutAction):
            return IllegalAction("unknown_action", f"{action.name} does not change the scene")
        result = self._history.apply(action)
        if isinstance(result, IllegalAction):
            return result
        self._history = result
        return tuple(self._pass_time())

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
