"""World states from the poses and contacts that a Gazebo run tells."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.scene import Scene
from eyehand_core.world_state import Contact, ObjectState, WorldState

STILL_JOINT_RAD_S = 0.01
STILL_FINGER_M_S = 0.001
STILL_OBJECT_M_S = 0.002
STILL_OBJECT_RAD_S = 0.04
"""Speeds below which something rests. ODE's contacts shiver more than MuJoCo's."""

REST_NS = 160_000_000
"""Least time of stillness after which the world counts as at rest [ns], as in the MuJoCo world."""


class WorldSampler:
    """Makes the samples of one scene, in order of time.

    Time does not stand still between motions: ``at_rest`` says that nothing has moved for a while,
    not that nothing will. That takes as long as success has to hold and a sample more, because
    nothing is judged after it. All samples have number 0 until an episode has begun with the last
    of them.

    Args:
        scene: what is in the world besides the robot and its surroundings.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._sequence, self._begun = 0, False
        self._last_ns: int | None = None
        self._poses: Mapping[str, Pose] = {}
        self._moved_ns: int | None = None

    def sample(
        self,
        stamp_ns: int,
        poses: Mapping[str, Pose],
        contacts: tuple[Contact, ...],
        *,
        robot_still: bool,
    ) -> WorldState:
        """Return the next sample.

        Args:
            stamp_ns: simulation time, later than the one before [ns].
            poses: of all free objects, world.
            contacts: since the sample before.
            robot_still: no joint moves.
        """
        since_last_ns = 0 if self._last_ns is None else stamp_ns - self._last_ns
        seconds = since_last_ns * 1e-9
        objects = {
            item.name: self._object(item.name, poses, seconds) for item in self._scene.objects
        }
        still = robot_still and all(map(_rests, objects.values()))
        if not still or self._moved_ns is None:
            self._moved_ns = stamp_ns
        rest_ns = max(REST_NS, round(self._scene.hold * 1e9) + since_last_ns)
        state = WorldState(
            stamp=stamp_ns * 1e-9,
            sequence=self._sequence,
            at_rest=stamp_ns - self._moved_ns >= rest_ns,
            objects=objects,
            contacts=contacts,
        )
        self._sequence += int(self._begun)
        self._last_ns, self._poses = stamp_ns, dict(poses)
        return state

    def begin_episode(self) -> None:
        """Begin an episode with the last sample."""
        self._sequence, self._begun = 1, True

    def _object(self, name: str, poses: Mapping[str, Pose], seconds: float) -> ObjectState:
        item = next(item for item in self._scene.objects if item.name == name)
        pose = item.pose if item.fixed else poses[name]
        before = self._poses.get(name)
        linear, angular = np.zeros(3), np.zeros(3)
        if before is not None and seconds > 0.0 and not item.fixed:
            linear = (pose.position - before.position) / seconds
            angular = _turn(before, pose) / seconds
        return ObjectState(
            name=name,
            pose=pose,
            linear_velocity=linear,
            angular_velocity=angular,
            size=np.array(item.size),
            fixed=item.fixed,
        )


def _turn(before: Pose, after: Pose) -> Array:
    """Return the turn between two poses as axis times angle, world axes [rad]."""
    difference = rotation.normalized(
        rotation.multiply(after.quaternion, rotation.conjugate(before.quaternion))
    )
    sine = float(np.linalg.norm(difference[1:]))
    if sine < 1e-12:
        return np.zeros(3)
    return np.asarray(difference[1:] / sine * 2.0 * np.arctan2(sine, difference[0]))


def _rests(item: ObjectState) -> bool:
    return bool(
        np.linalg.norm(item.linear_velocity) < STILL_OBJECT_M_S
        and np.linalg.norm(item.angular_velocity) < STILL_OBJECT_RAD_S
    )
