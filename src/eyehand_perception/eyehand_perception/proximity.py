"""Which bodies touch, inferred from measured poses and known shapes."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import coal
import numpy as np
import pinocchio
from eyehand_core.environment import Environment
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from eyehand_core.scene import Part, SceneObject
from eyehand_core.world_state import ArmState, Contact


@dataclass(frozen=True, kw_only=True, eq=False)
class _Solid:
    """A primitive in the world."""

    shape: Any
    placement: Any


@dataclass(frozen=True, kw_only=True, eq=False)
class _Body:
    name: str
    solids: tuple[_Solid, ...]
    fixed: bool


class Proximity:
    """Tells contacts between fingers, objects and surroundings.

    Contacts have no measured force; it is 0. Links other than fingers are left out, because no
    predicate asks for them.

    Args:
        urdf: robot description.
        robot: robot file.
        environment: its surroundings.
        objects: shapes of the scene.
        tolerance: bodies nearer than this touch [m]; more than the poses are uncertain.
    """

    def __init__(
        self,
        urdf: str,
        robot: Robot,
        environment: Environment,
        objects: Sequence[SceneObject],
        tolerance: float,
    ) -> None:
        self._robot = robot
        self._objects = {item.name: item for item in objects}
        self._tolerance = tolerance
        self._fingers = Fingers(urdf, robot)
        self._surroundings = [
            _Body(
                name=obstacle.name,
                solids=(
                    _Solid(shape=coal.Box(*obstacle.size), placement=_placement(obstacle.center)),
                ),
                fixed=True,
            )
            for obstacle in environment.obstacles
        ]

    def contacts(self, poses: Mapping[str, Pose], arms: Mapping[str, ArmState]) -> list[Contact]:
        """Return the touching pairs, in the order of their names.

        Args:
            poses: of the objects in the world.
            arms: measured arms.
        """
        bodies = [
            *(self._object(name, pose) for name, pose in poses.items()),
            *(body for arm in arms.values() for body in self._fingers.bodies(arm)),
            *self._surroundings,
        ]
        found = []
        for first, second in itertools.combinations(sorted(bodies, key=lambda b: b.name), 2):
            of_object = first.name in poses or second.name in poses
            if of_object and not (first.fixed and second.fixed):
                contact = self._contact(first, second)
                found += [] if contact is None else [contact]
        return found

    def _object(self, name: str, pose: Pose) -> _Body:
        item = self._objects[name]
        solids = [
            _Solid(shape=_shape(part), placement=_placed(pose @ _part_pose(part)))
            for part in item.parts
            if part.collides
        ]
        return _Body(name=name, solids=tuple(solids), fixed=item.fixed)

    def _contact(self, first: _Body, second: _Body) -> Contact | None:
        nearest = min(
            (_distance(a, b) for a, b in itertools.product(first.solids, second.solids)),
            key=lambda result: float(result.min_distance),
        )
        distance = float(nearest.min_distance)
        if distance > self._tolerance:
            return None
        return Contact(
            body_a=first.name,
            body_b=second.name,
            position=0.5 * (nearest.getNearestPoint1() + nearest.getNearestPoint2()).reshape(3),
            normal_force=0.0,
            penetration=max(0.0, -distance),
        )


class Fingers:
    """Finger links of a robot, placed by measured joints.

    Args:
        urdf: robot description.
        robot: robot file.
    """

    def __init__(self, urdf: str, robot: Robot) -> None:
        self._robot = robot
        self._model = pinocchio.buildModelFromXML(urdf)
        self._data = self._model.createData()
        self._geometry = pinocchio.buildGeomFromUrdfString(
            self._model, urdf, pinocchio.GeometryType.COLLISION
        )
        self._placed = self._geometry.createData()
        self._mimics = list(_mimics(urdf))

    def bodies(self, arm: ArmState) -> Iterator[_Body]:
        """Yield the fingers of an arm as bodies in the world."""
        pinocchio.updateGeometryPlacements(
            self._model, self._data, self._geometry, self._placed, self._configuration(arm)
        )
        for link in self._robot.arms[arm.name].gripper.finger_links:
            frame = self._model.getFrameId(link)
            solids = [
                _Solid(shape=item.geometry, placement=_transform(self._placed.oMg[index]))
                for index, item in enumerate(self._geometry.geometryObjects)
                if item.parentFrame == frame
            ]
            label = f"{arm.name}/{link.removeprefix(arm.name + '_')}"
            yield _Body(name=label, solids=tuple(solids), fixed=False)

    def _configuration(self, arm: ArmState) -> Array:
        item = self._robot.arms[arm.name]
        q: Array = np.array(pinocchio.neutral(self._model))
        for joint, position in zip(item.joints, arm.joint_positions, strict=True):
            q[self._index(joint)] = position
        q[self._index(item.gripper.joint)] = item.gripper.position(arm.aperture)
        for follower, leader, multiplier, offset in self._mimics:
            q[self._index(follower)] = multiplier * q[self._index(leader)] + offset
        return q

    def _index(self, joint: str) -> int:
        return int(self._model.joints[self._model.getJointId(joint)].idx_q)


def _mimics(urdf: str) -> Iterator[tuple[str, str, float, float]]:
    for joint in ET.fromstring(urdf).findall("joint"):
        mimic = joint.find("mimic")
        if mimic is not None:
            factor, offset = mimic.get("multiplier", "1"), mimic.get("offset", "0")
            yield joint.get("name", ""), mimic.get("joint", ""), float(factor), float(offset)


def _distance(first: _Solid, second: _Solid) -> Any:
    request, result = coal.DistanceRequest(), coal.DistanceResult()
    coal.distance(first.shape, first.placement, second.shape, second.placement, request, result)
    return result


def _part_pose(part: Part) -> Pose:
    return Pose.of(part.position, part.quaternion)


_SOLIDS = {
    "box": coal.Box,
    "cylinder": coal.Cylinder,
    "sphere": coal.Sphere,
    "capsule": coal.Capsule,
}


def _shape(part: Part) -> Any:
    return _SOLIDS[part.kind](*part.size)


def _placed(pose: Pose) -> Any:
    return coal.Transform3s(pose.matrix, pose.position)


def _placement(center: Sequence[float]) -> Any:
    return coal.Transform3s(np.eye(3), np.array(center, dtype=np.float64))


def _transform(placement: Any) -> Any:
    return coal.Transform3s(placement.rotation, placement.translation)
