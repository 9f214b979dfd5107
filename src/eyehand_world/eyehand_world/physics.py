"""A running MuJoCo scene, addressed by joint and object names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from eyehand_core.errors import WorldError
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Gripper, Robot
from eyehand_core.scene import SceneObject
from eyehand_core.world_state import ObjectState
from numpy.typing import NDArray

from eyehand_world.engine_warnings import log_warnings
from eyehand_world.physics_settings import STEPS_PER_TICK
from eyehand_world.scene_builder import BuiltScene

log_warnings()

_FAULTS = {
    mujoco.mjtWarning.mjWARN_BADQPOS: "diverged",
    mujoco.mjtWarning.mjWARN_BADQVEL: "diverged",
    mujoco.mjtWarning.mjWARN_BADQACC: "diverged",
    mujoco.mjtWarning.mjWARN_CONTACTFULL: "had no room for all contacts",
    mujoco.mjtWarning.mjWARN_CNSTRFULL: "had no room for all constraints",
}
"""Warnings of the engine after which its states are not to be trusted, in words."""

_EXACT_STATE = mujoco.mjtState.mjSTATE_INTEGRATION
"""The only state selection from which MuJoCo goes on bit for bit: it holds the warm start."""


@dataclass(frozen=True, kw_only=True, eq=False)
class JointGroup:
    """Indices of some joints into MuJoCo's arrays, each of shape (n,).

    Attributes:
        names: joints.
        positions: into qpos.
        velocities: into qvel.
        servos: into ctrl; empty if some joint has no servo.
    """

    names: tuple[str, ...]
    positions: NDArray[np.intp]
    velocities: NDArray[np.intp]
    servos: NDArray[np.intp]


class Physics:
    """MuJoCo model and data of one scene.

    Args:
        built: the compiled scene.
        robot: its robot; all arms start at home with open grippers.
    """

    def __init__(self, built: BuiltScene, robot: Robot) -> None:
        self.built = built
        self.model = built.model
        self.data: Any = mujoco.MjData(built.model)
        self._free = {
            item.name: self.joints((item.name,)) for item in built.scene.objects if not item.fixed
        }
        for arm in robot.arms.values():
            home = self.joints(arm.joints)
            self.data.qpos[home.positions] = arm.home
            self.data.ctrl[home.servos] = arm.home
            fingers = self.fingers(arm.gripper)
            self.data.qpos[fingers.positions] = arm.gripper.open
            self.data.ctrl[fingers.servos] = arm.gripper.open
        mujoco.mj_forward(self.model, self.data)

    def joints(self, names: Sequence[str]) -> JointGroup:
        """Return where the named joints are in MuJoCo's arrays."""
        handles = [self.model.joint(name) for name in names]
        servos = [
            index
            for handle in handles
            for index in range(self.model.nu)
            if self.model.actuator_trnid[index, 0] == handle.id
        ]
        return JointGroup(
            names=tuple(names),
            positions=np.array([handle.qposadr[0] for handle in handles], dtype=np.intp),
            velocities=np.array([handle.dofadr[0] for handle in handles], dtype=np.intp),
            servos=np.array(servos, dtype=np.intp),
        )

    def fingers(self, gripper: Gripper) -> JointGroup:
        """Return the joints of a gripper's fingers, the driven one first."""
        moved = [self.model.body(link).jntadr[0] for link in gripper.finger_links]
        names = [self.model.joint(int(joint)).name for joint in moved]
        return self.joints(sorted(names, key=lambda name: name != gripper.joint))

    def step_tick(self) -> None:
        """Advance by one control tick.

        Raises:
            WorldError: the simulation has diverged or failed.
        """
        try:
            mujoco.mj_step(self.model, self.data, STEPS_PER_TICK)
        except mujoco.FatalError as error:
            raise self._fault(f"failed ({error})") from error
        for kind, what in _FAULTS.items():
            if self.data.warning[kind].number:
                raise self._fault(what)

    def positions(self, group: JointGroup) -> Array:
        """Return joint positions [rad or m], shape (n,)."""
        return np.array(self.data.qpos[group.positions])

    def velocities(self, group: JointGroup) -> Array:
        """Return joint velocities [rad/s or m/s], shape (n,)."""
        return np.array(self.data.qvel[group.velocities])

    def efforts(self, group: JointGroup) -> Array:
        """Return the servos' torques or forces on the joints [N m or N], shape (n,)."""
        return np.array(self.data.qfrc_actuator[group.velocities])

    def object_states(self) -> Mapping[str, ObjectState]:
        """Return the true state of all objects by name."""
        return {item.name: self._object_state(item) for item in self.built.scene.objects}

    def objects_still(self, linear: float, angular: float) -> bool:
        """Tell whether all free objects are slower than two limits [m/s, rad/s]."""
        for group in self._free.values():
            start = int(group.velocities[0])
            speed = self.data.qvel[start : start + 6]
            if float(speed[:3] @ speed[:3]) > linear**2:
                return False
            if float(speed[3:] @ speed[3:]) > angular**2:
                return False
        return True

    def state_vector(self) -> Array:
        """Return everything that the next steps depend on."""
        state = np.empty(mujoco.mj_stateSize(self.model, _EXACT_STATE))
        mujoco.mj_getState(self.model, self.data, state, _EXACT_STATE)
        return state

    def set_state_vector(self, state: Array) -> None:
        """Go back to a state of the same scene.

        Raises:
            WorldError: the state belongs to another scene.
        """
        size = mujoco.mj_stateSize(self.model, _EXACT_STATE)
        if state.shape != (size,):
            raise WorldError(f"saved state has {state.size} numbers, this scene has {size}")
        mujoco.mj_setState(self.model, self.data, state, _EXACT_STATE)
        mujoco.mj_forward(self.model, self.data)
        # mj_forward replaces the warm start, which is part of the state.
        mujoco.mj_setState(self.model, self.data, state, _EXACT_STATE)

    def _fault(self, what: str) -> WorldError:
        scene = self.built.scene
        return WorldError(
            f"physics {what} at {self.data.time:.3f} s in task {scene.task!r}, seed {scene.seed}; "
            "objects may overlap at the start"
        )

    def _object_state(self, item: SceneObject) -> ObjectState:
        group = self._free.get(item.name)
        if group is None:
            pose, linear, angular = item.pose, np.zeros(3), np.zeros(3)
        else:
            at, speed_at = int(group.positions[0]), int(group.velocities[0])
            qpos = self.data.qpos[at : at + 7]
            pose = Pose.of(qpos[:3], qpos[3:])
            linear = np.array(self.data.qvel[speed_at : speed_at + 3])
            local = self.data.qvel[speed_at + 3 : speed_at + 6]
            angular = rotation.to_matrix(pose.quaternion) @ local
        return ObjectState(
            name=item.name,
            pose=pose,
            linear_velocity=linear,
            angular_velocity=angular,
            size=np.array(item.size),
            fixed=item.fixed,
        )
