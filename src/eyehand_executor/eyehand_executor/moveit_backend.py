"""Kinematics by MoveIt within this process (moveit_py): robot state and planning scene.

Not run where it was written: no MoveIt could be had there. See docs/limits.md.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from eyehand_core.environment import Obstacle, load_environment
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

from eyehand_executor.joint_layout import JointLayout
from eyehand_executor.kinematics import (
    KINEMATICS,
    ArmFrames,
    CollisionCheck,
    CollisionPair,
    IkFailure,
    KinematicsRequest,
)
from eyehand_executor.moveit_messages import box_to_message, pose_from_message, pose_to_message
from eyehand_executor.moveit_session import ignore_links, new_scene
from eyehand_executor.moveit_setup.srdf import arm_group, gripper_group
from eyehand_executor.obstacle_growth import START_OVERLAP, growth_at_start
from eyehand_executor.robot_description import RobotDescription, load_description

_SELF = "robot"
_EVERYTHING = ""


class MoveItKinematics:
    """Kinematics and collisions of the arms in use; see ``kinematics.Kinematics``.

    MoveIt pads links against obstacles only, and by one distance for all. So obstacles are grown
    here by the clearance that each asks for. Arms keep no distance from each other; they must not
    touch. Python learns whether something collides but not what, so each obstacle has a scene of
    its own, which tells its name.

    Args:
        request: robot, arms in use and clearances.

    Raises:
        ConfigError: moveit_py is missing or does not start, or the files do not fit together.
    """

    name = "moveit"

    def __init__(self, request: KinematicsRequest) -> None:
        robot = request.robot
        description = load_description(robot.description)
        environment = load_environment(robot.environment)
        layout = JointLayout.of(request)
        self.arms = request.arms
        self.joint_names = layout.joint_names
        self.limits = layout.limits(description.urdf)
        self._columns = layout.columns
        self._robot = robot
        self._obstacles = {item.name: item for item in environment.obstacles}
        self._clearances = {
            name: request.clearances.table
            if name in environment.surfaces
            else request.clearances.elsewhere
            for name in self._obstacles
        }
        self._slack = request.clearances.contact_slack
        self._scene = new_scene(robot)
        ignore_links(self._scene, _hidden_links(request, description), description.parents)
        self._obstacle_scenes = {name: copy.deepcopy(self._scene) for name in self._obstacles}
        for name, scene in self._obstacle_scenes.items():
            ignore_links(scene, _hidden_links(request, description), [name])
        self._growth: dict[str, float] = {}
        self._state = copy.deepcopy(self._scene.current_state)
        self._state.set_to_default_values()

    def columns(self, arm: str) -> slice:
        """Return where the joints of ``arm`` are in a configuration."""
        return self._columns[arm]

    def frames(self, configuration: Array, arm: str) -> ArmFrames:
        """Return the named frames of ``arm``."""
        self._set(configuration)
        item = self._robot.arms[arm]
        end_pose, grip_center, tcp = (
            pose_from_message(self._state.get_pose(link))
            for link in (item.end_pose_frame, item.grip_center_frame, item.tcp_frame)
        )
        return ArmFrames(end_pose=end_pose, grip_center=grip_center, tcp=tcp)

    def inverse(self, arm: str, end_pose: Pose, seed: Array) -> Array | IkFailure:
        """Return the configuration near ``seed`` that reaches ``end_pose``."""
        self._set(seed)
        item = self._robot.arms[arm]
        target = pose_to_message(end_pose)
        if not self._state.set_from_ik(arm_group(arm), target, item.end_pose_frame):
            return IkFailure(joint=None)
        self._state.update()
        found = self._state.joint_positions
        solution: Array = seed.copy()
        solution[self._columns[arm]] = [found[joint] for joint in item.joints]
        return solution

    def collision_check(self, start: Array) -> CollisionCheck | CollisionPair:
        """Return a check of configurations, or the pair that overlaps at ``start`` already."""
        self._set(start)
        if self._scene.is_state_colliding(self._state, _EVERYTHING):
            return self._own_pair()
        growth = {}
        for name, clearance in self._clearances.items():
            found = growth_at_start(partial(self._touches, name), clearance, self._slack)
            if found is None:
                self._grow(name, -START_OVERLAP)
                return CollisionPair(self._arm_at(self._obstacle_scenes[name]), name)
            growth[name] = found
        return lambda configuration: self._first_pair(configuration, growth)

    def _first_pair(
        self, configuration: Array, growth: Mapping[str, float]
    ) -> CollisionPair | None:
        self._set(configuration)
        if self._scene.is_state_colliding(self._state, _EVERYTHING):
            return self._own_pair()
        for name, size in growth.items():
            if self._touches(name, size):
                return CollisionPair(self._arm_at(self._obstacle_scenes[name]), name)
        return None

    def _touches(self, obstacle: str, growth: float) -> bool:
        self._grow(obstacle, growth)
        scene = self._obstacle_scenes[obstacle]
        return bool(scene.is_state_colliding(self._state, _EVERYTHING))

    def _grow(self, obstacle: str, growth: float) -> None:
        if self._growth.get(obstacle) != growth:
            scene = self._obstacle_scenes[obstacle]
            box: Obstacle = self._obstacles[obstacle]
            scene.apply_collision_object(box_to_message(box, growth, scene.planning_frame))
            self._growth[obstacle] = growth

    def _own_pair(self) -> CollisionPair:
        parts = list(self._colliding_parts(self._scene))
        return CollisionPair(*(parts + [_SELF, _SELF])[:2])

    def _arm_at(self, scene: Any) -> str:
        return next(self._colliding_parts(scene), _SELF)

    def _colliding_parts(self, scene: Any) -> Iterator[str]:
        """Yield the arms and grippers that take part in a collision."""
        for arm in self.arms:
            for group, part in ((arm_group(arm), "arm"), (gripper_group(arm), "gripper")):
                if scene.is_state_colliding(self._state, group):
                    yield f"{arm}/{part}"

    def _set(self, configuration: Array) -> None:
        values = np.asarray(configuration, dtype=np.float64).tolist()
        self._state.joint_positions = dict(zip(self.joint_names, values, strict=True))
        self._state.update()


KINEMATICS.add(MoveItKinematics.name, MoveItKinematics)


def _hidden_links(request: KinematicsRequest, description: RobotDescription) -> list[str]:
    arms = request.robot.arms
    unused = [arm for name, arm in arms.items() if name not in request.arms]
    return [
        link
        for link in description.parents
        if any(description.is_below(link, arm.base_frame) for arm in unused)
    ]
