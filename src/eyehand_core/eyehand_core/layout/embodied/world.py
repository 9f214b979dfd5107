"""A layout task on a table: words are resolved as on the canvas, and carried out by a robot.

The scene that actions start from is the measured one, and so is the one that is judged. What an
action was to lead to is kept beside it, so that a wrong intention and a slipping hand can be told
apart.
"""

from __future__ import annotations

from collections.abc import Callable

from eyehand_core.decisions.decision_error import DecisionError
from eyehand_core.decisions.layout_action import LayoutAction, Place
from eyehand_core.errors import ConfigError, WorldError
from eyehand_core.layout.actions import LayoutHistory
from eyehand_core.layout.embodied.bodies import table_scene
from eyehand_core.layout.embodied.carrier import Carrier
from eyehand_core.layout.embodied.fitness import misfit, table_grammar
from eyehand_core.layout.embodied.hands import Hands
from eyehand_core.layout.embodied.measured import canvas_state
from eyehand_core.layout.embodied.patch import Patch
from eyehand_core.layout.embodied.reach_plan import Leg, legs
from eyehand_core.layout.embodied.transfers import transfers
from eyehand_core.layout.projection import measured_scene
from eyehand_core.layout.resolver import IllegalAction
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.task import initial_scene
from eyehand_core.layout.world import LayoutSample, Unfinished
from eyehand_core.scene import Scene
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import WorldState

Workcell = Callable[[Scene], Hands]
"""Builds a physical scene, lets it settle, and gives the robot in it."""


class TableWorld:
    """Plays one layout task at a time on a table.

    Args:
        patch: where the canvas lies.
        arms: arms of the robot that take part.
        build: builds physical scenes.

    Attributes:
        hands: the robot in the newest scene.
        intended: the layout that the last action was to lead to.
    """

    def __init__(self, patch: Patch, arms: tuple[str, ...], build: Workcell) -> None:
        self._patch, self._arms, self._build = patch, arms, build
        self._task: Task | None = None
        self._carrier: Carrier
        self.hands: Hands
        self._history = LayoutHistory(())
        self.intended: LayoutScene

    @property
    def history(self) -> LayoutHistory:
        """All measured scenes since the reset that have not been undone."""
        return self._history

    @property
    def scene(self) -> LayoutScene:
        """The measured scene.

        Raises:
            WorldError: there has been no reset.
        """
        if self._task is None:
            raise WorldError("the table is empty; reset it to a task first")
        return self._history.scene

    def reset(self, task: Task, seed: int) -> LayoutSample:
        """Build the scene of (task, seed) and return its first sample.

        Raises:
            ConfigError: the task cannot be done on a table, or the seed is out of range.
            WorldError: the scene does not come to rest.
        """
        reason = misfit(task)
        if reason:
            raise ConfigError(f"task {task.id!r} cannot be done on a table: {reason}")
        self.hands = self._build(table_scene(task, seed, self._arms, self._patch))
        self._carrier, self._task = Carrier(self.hands), task
        sample = self._sample(self.hands.settled)
        start = measured_scene(initial_scene(task, seed), sample.state)
        self._history, self.intended = LayoutHistory((start,)), start
        return sample

    def apply(self, text: str) -> tuple[LayoutSample, ...] | Unfinished | IllegalAction:
        """Carry out the canonical JSON of an action.

        Returns:
            Samples of the motion, the last one at rest; the same with what went wrong; or why the
            action is illegal, in which case nothing has moved.

        Raises:
            WorldError: there has been no reset.
        """
        if self._task is None:
            raise WorldError("the table is empty; reset it to a task first")
        action = table_grammar(self._task).parse(text)
        if isinstance(action, DecisionError):
            return IllegalAction(action.code.value, action.message)
        if not isinstance(action, LayoutAction):
            return IllegalAction("unknown_action", f"{action.name} does not change the scene")
        refusal = _not_at_hand(self._task, action)
        result = refusal or self._history.apply(action)
        if isinstance(result, IllegalAction):
            return result
        return self._carry_out(self._task, result)

    def _carry_out(
        self, task: Task, wanted: LayoutHistory
    ) -> tuple[LayoutSample, ...] | Unfinished | IllegalAction:
        moves = list(transfers(task, self._carrier.state, self.scene, wanted.scene, self._patch))
        problem = ""
        for number, transfer in enumerate(moves):
            way = legs(transfer, self.hands, self._carrier.state)
            if isinstance(way, str) and number == 0:
                return IllegalAction("out_of_reach", way)
            problem = way if isinstance(way, str) else self._carry(way)
            if problem:
                break
        self.intended = wanted.scene
        samples = tuple(self._sample(state) for state in self._carrier.take())
        self._history = LayoutHistory((*wanted.scenes[:-1], self._measured(wanted.scene)))
        return Unfinished(samples=samples, message=problem) if problem else samples

    def _carry(self, way: tuple[Leg, ...]) -> str:
        for leg in way:
            problem = self._carrier.carry(leg)
            if problem:
                return problem
        return ""

    def _measured(self, wanted: LayoutScene) -> LayoutScene:
        """Return the scene as it is, with what only the wanted one knows, such as constraints."""
        state = self._sample(self._carrier.state).state
        return measured_scene(wanted, state)

    def _sample(self, state: WorldState) -> LayoutSample:
        return LayoutSample(
            stamp_ns=round(state.stamp * 1e9), state=canvas_state(state, self._patch)
        )


def _not_at_hand(task: Task, action: LayoutAction) -> IllegalAction | None:
    """Refuse to place what is not in the supply, or not as it is there."""
    if not isinstance(action, Place):
        return None
    if action.object not in task.objects:
        return IllegalAction("no_such_object", f"there is no {action.object} to be placed")
    if action.size or action.color:
        return IllegalAction(
            "unsatisfiable", f"the {action.object} has one size and colour; give neither"
        )
    return None
