"""A layout task on a table: words are resolved as on the canvas, and carried out by a robot.

The scene that actions start from is the measured one, and so is the one that is judged. What an
action was to lead to is kept beside it, so that a wrong intention and a slipping hand can be told
apart.
"""

from __future__ import annotations

from collections.abc import Callable

from eyehand_core.decisions.layout_action import LayoutAction, Place
from eyehand_core.errors import ConfigError
from eyehand_core.layout.actions import NOT_CARRIED_OUT, LayoutHistory
from eyehand_core.layout.embodied.carrier import Carrier
from eyehand_core.layout.embodied.hands import Hands, MoveError
from eyehand_core.layout.embodied.measured import canvas_state
from eyehand_core.layout.embodied.patch import Patch
from eyehand_core.layout.embodied.reach_plan import Leg, legs
from eyehand_core.layout.embodied.table_task import patch_of
from eyehand_core.layout.embodied.transfers import transfers
from eyehand_core.layout.projection import measured_scene
from eyehand_core.layout.resolver import IllegalAction
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.task import initial_scene
from eyehand_core.layout.world import Applied, ArrangedWorld, LayoutSample
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import WorldState

Workcell = Callable[[Task, int], Hands]
"""Gives the robot in the settled physical scene of (task, seed)."""


class TableWorld(ArrangedWorld):
    """A table: what an action is to lead to is picked up and carried there.

    Args:
        build: gives the robot in a new scene.

    Attributes:
        hands: the robot in the newest scene.
        intended: the layout that the last action was to lead to.
    """

    def __init__(self, build: Workcell) -> None:
        super().__init__()
        self._build = build
        self._task: Task
        self._patch: Patch
        self._carrier: Carrier
        self.hands: Hands
        self.intended: LayoutScene

    @property
    def state(self) -> WorldState:
        """Everything on the table and the arms, as they are now."""
        return self._carrier.state

    def reset(self, task: Task, seed: int) -> LayoutSample:
        """Build the scene of (task, seed) and return its first sample.

        Raises:
            ConfigError: the task has not been laid on a table, or the seed is out of range.
            WorldError: the scene does not come to rest.
        """
        patch = patch_of(task)
        if patch is None:
            raise ConfigError(
                f"task {task.id!r} is not one of a table; read it from the library of a robot"
            )
        self.hands = self._build(task, seed)
        self._carrier, self._task, self._patch = Carrier(self.hands), task, patch
        self.intended = self._measured(initial_scene(task, seed))
        self._begin(task, self.intended)
        return _sample(self.hands.settled)

    def _carry_out(self, action: LayoutAction) -> Applied | IllegalAction:
        result = _not_at_hand(self._task, action) or self._history.apply(action)
        if isinstance(result, IllegalAction):
            return result
        try:
            problem = self._bring_about(result.scene)
        except MoveError as fault:
            code, problem = fault.code, str(fault)
        else:
            code = NOT_CARRIED_OUT if problem else ""
        if isinstance(problem, IllegalAction):
            return problem
        self.intended = result.scene
        samples = tuple(_sample(state) for state in self._carrier.take())
        self._history = LayoutHistory((*result.scenes[:-1], self._measured(result.scene)))
        return Applied(samples=samples, code=code, message=problem)

    def _bring_about(self, wanted: LayoutScene) -> str | IllegalAction:
        """Carry things until the table shows a scene; return what went wrong, if anything."""
        moves = transfers(self._task, self._carrier.state, self.scene, wanted, self._patch)
        for number, transfer in enumerate(tuple(moves)):
            way = legs(transfer, self.hands, self._carrier.state)
            if isinstance(way, str):
                return way if number else IllegalAction("out_of_reach", way)
            if problem := self._carry(way):
                return problem
        return ""

    def _carry(self, way: tuple[Leg, ...]) -> str:
        for leg in way:
            problem = self._carrier.carry(leg)
            if problem:
                return problem
        return ""

    def _measured(self, wanted: LayoutScene) -> LayoutScene:
        """Return the scene as it is, with what only the wanted one knows, such as constraints."""
        return measured_scene(wanted, canvas_state(self._carrier.state, self._patch))


def _sample(state: WorldState) -> LayoutSample:
    return LayoutSample(stamp_ns=round(state.stamp * 1e9), state=state)


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
