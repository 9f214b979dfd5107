"""The expert for layouts that a robot arranges: plans again from what hands have brought about."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_core.decisions.decision import Stop
from eyehand_core.decisions.layout_action import LayoutAction
from eyehand_core.layout.embodied.measured import canvas_state
from eyehand_core.layout.embodied.patch import Patch
from eyehand_core.layout.projection import measured_scene
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.solver import steady_plan
from eyehand_core.layout.task import initial_scene
from eyehand_core.observation import Observation

from eyehand_agent.policies.policy import Privilege


class TableExpert:
    """Searches for a plan on the measured scene; searches again when it has led elsewhere.

    Args:
        privilege: task and true state.
        patch: where the canvas lies on the table.
    """

    def __init__(self, privilege: Privilege, patch: Patch) -> None:
        self._task, self._patch = privilege.task, patch
        self._world_state = privilege.world_state
        self._template = initial_scene(privilege.task, 0)
        self._start: LayoutScene | None = None
        self._plan: Iterator[LayoutAction] = iter(())

    def decide(self, observation: Observation, error: str) -> str:
        """Return the next action of the plan; stop if there is none that leads to the goal."""
        action = next(self._plan, None) if observation.feedback.plan_success else None
        if action is None:
            steps = observation.budget - observation.step
            self._plan = iter(self._planned(steps))
            action = next(self._plan, None)
        return (action or Stop(reason="no plan leads to the goal any more")).to_json()

    def _planned(self, steps: int) -> tuple[LayoutAction, ...]:
        state = canvas_state(self._world_state(), self._patch)
        scene = measured_scene(self._template, state)
        self._start = self._start or scene  # what is seen first is the scene after the reset
        return steady_plan(self._task, self._start, scene, steps) or ()
