"""A camera with a body: it takes time to travel, has a limited reach, errs about its pose."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, replace

import numpy as np

from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import IDENTITY, Array, from_axis_angle

OUT_OF_REACH = "camera_out_of_reach"
BLOCKED = "camera_blocked"


@dataclass(frozen=True, kw_only=True)
class CameraRig:
    """What carries the camera.

    Attributes:
        speed: along the straight line to a new view [m/s].
        turn_speed: about any axis, at the same time [rad/s].
        mount: foot of the rig in the world [m].
        shortest_reach: least distance between mount and lens [m].
        longest_reach: greatest one [m].
        clearance: least distance between the lens and robot, objects or surroundings [m].
        position_deviation: standard deviation of the calibration's position error, per axis [m].
        angle_deviation: standard deviation of its angle error, per axis [rad].
        error_seed: draws that error, which stays the same as long as the seed does.
    """

    speed: float
    turn_speed: float
    mount: tuple[float, ...]
    shortest_reach: float
    longest_reach: float
    clearance: float
    position_deviation: float = 0.0
    angle_deviation: float = 0.0
    error_seed: int = 0

    def of_episode(self, task: str, seed: int) -> CameraRig:
        """Return the rig with the calibration error of one task instance; it tells neither."""
        digest = hashlib.sha256(f"camera rig/{task}/{seed}".encode()).digest()
        return replace(self, error_seed=int.from_bytes(digest[:8], "big"))

    def travel_time(self, start: Pose, target: Pose) -> float:
        """Return how long a change of view takes [s]."""
        line = start.distance_to(target) / self.speed
        return max(line, start.angle_to(target) / self.turn_speed)

    def out_of_reach(self, target: Pose) -> str:
        """Return why the rig cannot bring the lens there; empty if it can."""
        distance = math.dist(self.mount, target.position)
        if self.shortest_reach <= distance <= self.longest_reach:
            return ""
        return (
            f"the camera would be {distance:.3f} m from its mount; allowed: "
            f"{self.shortest_reach:g} to {self.longest_reach:g} m; choose another view or step"
        )

    def real_pose(self, pose: Pose) -> Pose:
        """Return where the camera really is when its calibration says that it is at ``pose``.

        The error is fixed in the frame of the camera.

        Args:
            pose: optical pose in the world.
        """
        draws = np.random.Generator(np.random.PCG64(self.error_seed))
        shift = draws.standard_normal(3) * self.position_deviation
        turn = _rotation(draws.standard_normal(3) * self.angle_deviation)
        return pose @ Pose.of(shift, turn)


def _rotation(vector: Array) -> Array:
    angle = float(np.linalg.norm(vector))
    return from_axis_angle(vector / angle, angle) if angle else IDENTITY
