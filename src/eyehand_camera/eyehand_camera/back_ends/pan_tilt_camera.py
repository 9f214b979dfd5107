"""Back end of a camera on a pan-tilt head: it turns to what the view looks at."""

from __future__ import annotations

import math

import numpy as np
from eyehand_core.cells.cell_camera import CellCamera
from eyehand_core.errors import ConfigError, StackError
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

from eyehand_camera.back_ends.back_end import BACK_ENDS, BackEndRequest, Picture
from eyehand_camera.view_offset import ViewOffset

LOOK_DISTANCE = 0.65
"""How far in front of a view lies what it looks at: the named views stand 0.5 to 0.7 m away [m]."""

_TURN_S = 1.0
_FRESH_NS = 1
_ITERATIONS = 30


def head_pose(camera: CellCamera, pan: float, tilt: float) -> Pose:
    """Return the optical pose of a pan-tilt camera.

    Both axes meet in the mount's pivot; the head pans about the world's z, counter-clockwise from
    above, and tilts about the image's x axis, upwards. The calibrated pose is that of both at zero.

    Args:
        camera: its calibration and pivot.
        pan: [rad].
        tilt: [rad].
    """
    zero, pivot = camera.measured.pose, np.array(camera.mount.pivot)
    tilted = zero.rotated_about(pivot, [1.0, 0.0, 0.0], tilt)
    turn = rotation.from_axis_angle([0.0, 0.0, 1.0], pan)
    return Pose.of(
        pivot + rotation.to_matrix(turn) @ (tilted.position - pivot),
        rotation.multiply(turn, tilted.quaternion),
    )


def angles_towards(camera: CellCamera, point: Array) -> tuple[float, float]:
    """Return pan and tilt [rad] that put ``point`` ([m], shape (3,)) in the image centre."""
    pan = tilt = 0.0
    for _ in range(_ITERATIONS):
        pose = head_pose(camera, pan, tilt)
        seen = pose.inverse().transform(point)
        up = math.atan2(-float(seen[1]), float(seen[2]))
        forward, sight = pose.matrix[:, 2], point - pose.position
        turn = math.atan2(float(sight[1]), float(sight[0])) - math.atan2(
            float(forward[1]), float(forward[0])
        )
        turn = math.remainder(turn, 2.0 * math.pi)
        pan, tilt = math.remainder(pan + turn, 2.0 * math.pi), tilt + up
        if abs(turn) < 1e-9 and abs(up) < 1e-9:
            break
    return pan, tilt


@BACK_ENDS.register("pan_tilt_camera")
class PanTiltCamera:
    """Turns the one pan-tilt camera of a cell.

    Args:
        request: node for clients and subscriptions, and cell.

    Raises:
        ConfigError: the cell has not exactly one pan-tilt camera, or it is not calibrated.
    """

    def __init__(self, request: BackEndRequest) -> None:
        from control_msgs.action import FollowJointTrajectory
        from eyehand_nodekit.callers import ActionCaller
        from eyehand_nodekit.cell_streams import CellStreams

        cell = request.physical_cell
        heads = [camera for camera in cell.cameras.values() if camera.mount.controller]
        if len(heads) != 1:
            raise ConfigError(
                f"cell {cell.name!r} has {len(heads)} cameras with mount pan_tilt; one is needed"
            )
        (self._camera,) = heads
        self._pose = self._camera.measured.pose
        self._streams = CellStreams(request.node, heads)
        self._turner = ActionCaller(
            request.node,
            FollowJointTrajectory,
            f"{self._camera.mount.controller}/follow_joint_trajectory",
            self._camera.mount.controller,
        )
        self._goal = FollowJointTrajectory.Goal
        self._not_before = 0

    def approach(self, optical_pose: Pose, seconds: float) -> str:
        """Turn to what the view looks at; return how far off the camera stays."""
        from builtin_interfaces.msg import Duration
        from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

        target = optical_pose.transform([0.0, 0.0, LOOK_DISTANCE])
        angles = angles_towards(self._camera, target)
        point = JointTrajectoryPoint(
            positions=list(angles),
            velocities=[0.0, 0.0],
            time_from_start=Duration(sec=int(_TURN_S)),
        )
        trajectory = JointTrajectory(joint_names=list(self._camera.mount.joints), points=[point])
        result = self._turner.call(self._goal(trajectory=trajectory), seconds)
        if result.error_code != result.SUCCESSFUL:
            raise StackError(
                f"the pan-tilt head did not reach {[round(a, 3) for a in angles]} rad: "
                f"{result.error_string or result.error_code}"
            )
        self._pose = head_pose(self._camera, *angles)
        self._not_before = self._streams.stamps().get(self._camera.name, 0) + _FRESH_NS
        return ViewOffset.between(optical_pose, self._pose).sentence(self._camera.name)

    def take(self, optical_pose: Pose, seconds: float) -> Picture:
        """Return a picture that was exposed after the last turn."""
        frame = self._streams.frame(self._camera.name, self._not_before, seconds)
        self._not_before = frame.stamp + _FRESH_NS
        return Picture(
            jpeg=frame.jpeg,
            stamp=frame.stamp,
            pose=self._pose,
            lens=self._camera.measured.lens,
        )
