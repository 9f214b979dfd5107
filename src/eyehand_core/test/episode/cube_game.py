"""Hand-made samples of a table with one cube, so that every ending can be reached at will."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.conditions import load_condition
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import make_episode
from eyehand_core.geometry.pose import Pose
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import Library
from eyehand_core.world_state import ArmState, Contact, ObjectState, WorldState

CONFIG = Path(__file__).parents[4] / "config"
ROBOT = load_robot(CONFIG / "robots" / "dual_x5.yaml")
TASK = Library(CONFIG).load("grasp_single_cube")
MOVE = (
    '{"action": "gripper.move_world", "axis": "z", "sign": "-", "distance_mm": 35, "reason": "r"}'
)
LOOK = '{"action": "camera.view_topdown", "reason": "r"}'
STOP = '{"stop": true, "reason": "r"}'
DONE = ActionReport(action_valid=True, plan_success=True)
REFUSED = ActionReport(
    action_valid=False, plan_success=False, code="outside_workspace", detail="too far"
)


def arm_state(name: str, *, closed: bool = False) -> ArmState:
    """Return an arm at its home."""
    x = 0.306 if name == "right" else -0.306
    return ArmState(
        name=name,
        end_pose=Pose.of([x, -0.322, 0.934]),
        grip_center=np.array([x, -0.248, 0.934]),
        tcp=np.array([x, -0.202, 0.934]),
        joint_positions=np.zeros(6),
        joint_velocities=np.zeros(6),
        aperture=0.3 if closed else 1.0,
        aperture_command=0.0 if closed else 1.0,
        fingers_at_rest=True,
    )


class CubeWorld:
    """Makes consecutive samples of ``grasp_single_cube``, 20 ms apart."""

    def __init__(self) -> None:
        self.sequence = -1
        self.stamp = 5.0

    def sample(self, *, height: float = 0.0, held: bool = False, rest: bool = False) -> WorldState:
        """Return the next sample.

        Args:
            height: of the cube above its settled place [m].
            held: the right gripper is closed on it.
            rest: nothing moves.
        """
        self.sequence += 1
        self.stamp += 0.02
        cube = ObjectState(
            name="cube",
            pose=Pose.of([0.2, -0.1, 0.765 + height]),
            linear_velocity=np.zeros(3),
            angular_velocity=np.zeros(3),
            size=np.full(3, 0.05),
        )
        touch = Contact(
            body_a="cube",
            body_b="right/finger1",
            position=np.zeros(3),
            normal_force=5.0,
            penetration=0.0,
        )
        return WorldState(
            stamp=self.stamp,
            sequence=self.sequence,
            at_rest=rest,
            objects={"cube": cube},
            contacts=(touch,) if held else (),
            arms={"left": arm_state("left"), "right": arm_state("right", closed=held)},
        )

    def turn(self, *, height: float = 0.0, held: bool = False, count: int = 8) -> list[WorldState]:
        """Return the samples of one motion; the last is at rest."""
        states = [self.sample(height=height, held=held) for _ in range(count)]
        states[-1] = replace(states[-1], at_rest=True)
        return states


class Game:
    """A running episode of ``grasp_single_cube`` and its world."""

    def __init__(self, condition: str = "active", budget: int | None = None) -> None:
        self.world = CubeWorld()
        self.task = TASK if budget is None else replace(TASK, budget=budget)
        self.settled = self.world.sample(rest=True)
        self.episode = self.make(self.settled, condition)

    def make(self, settled: WorldState, condition: str = "active") -> Episode:
        """Return a fresh episode."""
        shown = load_condition(CONFIG, self.task.kind, condition)
        return make_episode("e1", self.task, shown, ROBOT, settled)

    def play(self, text: str, report: ActionReport = DONE, **world: Any) -> None:
        """Submit an action and carry it out; the world ends as the keywords say."""
        ruling = self.episode.submit(text)
        assert ruling.decision is not None, ruling.error
        if ruling.decision.kind.value == "robot":
            for state in self.world.turn(**world):
                self.episode.witness(state)
        self.episode.conclude(report)
