"""The policy's own hand and eye: decisions to say, and what came of them.

Everything known of the hand is the self-geometry that every agent reads. Skills are generators that
yield the text of a decision and receive the observation that follows.
"""

from __future__ import annotations

import json
import math
from collections.abc import Generator
from typing import Any, TypeVar

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.observation import Observation
from eyehand_core.self_geometry import self_geometry

from eyehand_agent.servo.blobs import Picture, decode
from eyehand_agent.servo.lost_sight import LostSightError

Result = TypeVar("Result")
Skill = Generator[str, Observation, Result]

LONGEST_MM = 100.0
SHORTEST_MM = 1.0
LARGEST_DEG = 90.0
SMALLEST_DEG = 1.0


class Hand:
    """Says decisions and keeps the newest observation.

    Args:
        observation: the first turn.
        reach: from the grip centre to between the finger pads, along the fingers [m].
    """

    def __init__(self, observation: Observation, reach: float) -> None:
        self.observation = observation
        self.reach = reach

    @property
    def center(self) -> Array:
        """Grip centre in the world [m], shape (3,)."""
        return np.array(self._geometry["finger_center_xyz"])

    @property
    def axes(self) -> Array:
        """Local axes as columns: fingers, closing direction, palm; shape (3, 3)."""
        axes = self._geometry["local_axes_world"]
        return np.array([axes[name] for name in ("rx", "ry", "rz")]).T

    @property
    def pads(self) -> Array:
        """Point between the finger pads in the world [m], shape (3,)."""
        return self.center + self.reach * self.axes[:, 0]

    @property
    def pictures(self) -> list[Picture]:
        """Pictures of this turn, the current view last."""
        return [decode(view.jpeg) for view in self.observation.views]

    def act(self, action: str, reason: str, **fields: Any) -> Skill[bool]:
        """Carry out one action; return whether it was carried out to its end."""
        self.observation = yield json.dumps({"action": action, **fields, "reason": reason})
        return self.observation.feedback.plan_success

    def look(self, view: str, reason: str) -> Skill[Picture]:
        """Return the picture of a named view of the hand as it is now.

        Without a camera to move it is one of those that every turn shows, and costs no step.

        Raises:
            LostSightError: this view is neither offered nor shown.
        """
        action = f"camera.view_{view}"
        if action in self.observation.allowed_actions:
            yield from self.act(action, reason)
            return self.pictures[-1]
        for shown in self.observation.views:
            if shown.name == f"view_{view}":
                return decode(shown.jpeg)
        raise LostSightError(f"view {view} is neither offered nor shown")

    def look_wider(self, reason: str) -> Skill[Picture | None]:
        """Return the current view taken from farther back; None if the camera cannot be moved."""
        if "camera.zoom_out" not in self.observation.allowed_actions:
            return None
        yield from self.act("camera.zoom_out", reason)
        return self.pictures[-1]

    def shift(self, axis: int, distance: float, reason: str) -> Skill[bool]:
        """Move along one world axis [m], in as few steps as the protocol allows."""
        left = 1000.0 * abs(distance)
        sign = "+" if distance > 0 else "-"
        while left >= SHORTEST_MM:
            step = round(min(left, LONGEST_MM), 1)
            fields = {"axis": "xyz"[axis], "sign": sign, "distance_mm": step}
            if not (yield from self.act("gripper.move_world", reason, **fields)):
                return False
            left -= step
        return True

    def go(self, target: Array, order: str, reason: str) -> Skill[bool]:
        """Bring the point between the pads to a place, one world axis after the other.

        Args:
            target: in the world [m], shape (3,).
            order: axes to move along, in this order; others stay as they are.
            reason: note for the record.
        """
        for name in order:
            axis = "xyz".index(name)
            if not (yield from self.shift(axis, float(target[axis] - self.pads[axis]), reason)):
                return False
        return True

    def turn(self, axes: Array, reason: str) -> Skill[bool]:
        """Turn the hand about its grip centre until its axes are those given, shape (3, 3).

        The turn is made as one about ry, then rx, then rz, each about the axis as it lies then.
        """
        for name, angle in zip(("ry", "rx", "rz"), _angles(self.axes.T @ axes), strict=True):
            left = abs(math.degrees(angle))
            while left >= SMALLEST_DEG:
                step = round(min(left, LARGEST_DEG), 1)
                fields = {"axis": name, "sign": "+" if angle > 0 else "-", "angle_deg": step}
                if not (yield from self.act("gripper.rotate_local", reason, **fields)):
                    return False
                left -= step
        return True

    def retreat(self, home: Array, axes: Array) -> Skill[None]:
        """Let go, rise, and return to the robot's side of the table in the first posture.

        Args:
            home: first grip centre [m], shape (3,).
            axes: first local axes as columns, shape (3, 3).
        """
        yield from self.act("gripper.open", "let go and start again")
        yield from self.shift(2, float(home[2] - self.center[2]), "rise before the next attempt")
        yield from self.turn(axes, "take the first posture again")
        yield from self.shift(1, float(home[1] - self.center[1]), "go back")

    @property
    def _geometry(self) -> dict[str, Any]:
        return self_geometry(self.observation.arms[self.observation.active_arm])


def _angles(turn: Array) -> tuple[float, float, float]:
    """Return the angles of a rotation matrix as turns about its own y, then x, then z [rad]."""
    about_x = math.asin(max(-1.0, min(1.0, -turn[1, 2])))
    about_y = math.atan2(turn[0, 2], turn[2, 2])
    about_z = math.atan2(turn[1, 0], turn[1, 1])
    return about_y, about_x, about_z
