"""Does a scene come to rest, and stay there?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from eyehand_core.geometry.pose import Pose
from eyehand_core.tasks.task import Task
from eyehand_world.physics import Physics
from eyehand_world.scene_builder import build_scene

from eyehand_bench.direct.workplace import Workplace

SETTLE_TICKS = 2000
OBSERVED_TICKS = 500
JUDGED_TICKS = 200
LARGEST_TURN = math.radians(3.0)
"""Protocol of VA-Bench (arXiv 2609.19554): settle, observe, no turn by more than 3 degrees within
the last 200 ticks."""

LARGEST_SHIFT = 0.001
"""A scene that creeps is another one by the time that an agent acts [m]."""


@dataclass(frozen=True, kw_only=True)
class RestCheck:
    """How far free objects were from their final poses during the last ticks of observation.

    Attributes:
        turn: largest angle [rad].
        shift: largest distance [m].
        object: the object that moved most.
    """

    turn: float
    shift: float
    object: str

    @property
    def passed(self) -> bool:
        """Tell whether everything stayed where it was."""
        return self.turn <= LARGEST_TURN and self.shift <= LARGEST_SHIFT


def check_rest(place: Workplace, task: Task, seed: int) -> RestCheck:
    """Settle a scene, observe it, and tell how far its objects moved.

    Raises:
        WorldError: the simulation diverged.
    """
    scene = place.library.instantiate(task, seed)
    built = build_scene(place.urdf, place.robot, place.library.environment, scene)
    physics = Physics(built, place.robot)
    history: list[Mapping[str, Pose]] = []
    for tick in range(SETTLE_TICKS + OBSERVED_TICKS):
        physics.step_tick()
        if tick >= SETTLE_TICKS + OBSERVED_TICKS - JUDGED_TICKS:
            states = physics.object_states()
            history.append({name: s.pose for name, s in states.items() if not s.fixed})
    moves = [
        (pose.angle_to(history[-1][name]), pose.distance_to(history[-1][name]), name)
        for poses in history
        for name, pose in poses.items()
    ]
    worst = max(moves, key=lambda m: m[0] / LARGEST_TURN + m[1] / LARGEST_SHIFT, default=(0, 0, ""))
    return RestCheck(
        turn=max((turn for turn, _, _ in moves), default=0.0),
        shift=max((shift for _, shift, _ in moves), default=0.0),
        object=worst[2],
    )
