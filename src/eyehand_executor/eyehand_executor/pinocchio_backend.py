"""Kinematics by Pinocchio: forward kinematics and damped Newton inverse kinematics."""

from __future__ import annotations

import numpy as np
import pinocchio
from eyehand_core.environment import load_environment
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

from eyehand_executor.joint_layout import JointLayout
from eyehand_executor.kinematics import (
    KINEMATICS,
    ArmFrames,
    CollisionCheck,
    CollisionPair,
    IkFailure,
    JointLimits,
    KinematicsRequest,
)
from eyehand_executor.pinocchio_collisions import CollisionModel
from eyehand_executor.robot_description import load_description

_IK_TOLERANCE = 1e-7
"""Norm of the pose error ([m] and [rad] together) at which the iteration ends."""
_IK_ITERATIONS = 40
_IK_MAX_STEP = 0.3
"""Largest joint change of one iteration [rad]."""
_IK_DAMPING = 0.01
"""Damping per squared pose error: strong far from the target, none near it."""


class PinocchioKinematics:
    """Kinematics and collisions of the arms in use; see ``kinematics.Kinematics``.

    Args:
        request: robot, arms in use and clearances.

    Raises:
        ConfigError: robot file, URDF and environment do not fit together.
    """

    name = "pinocchio"

    def __init__(self, request: KinematicsRequest) -> None:
        robot = request.robot
        arms = [robot.arms[name] for name in request.arms]
        description = load_description(robot.description)
        self._model = pinocchio.buildModelFromXML(description.urdf)
        self._data = self._model.createData()
        self._neutral = np.asarray(pinocchio.neutral(self._model))
        self.arms = request.arms
        layout = JointLayout.of(request)
        self.joint_names, self._columns = layout.joint_names, layout.columns
        self._indices = np.array([self._index(joint) for joint in self.joint_names])
        self._mimics = [
            (self._index(name), self._index(mimic.leader), mimic.multiplier, mimic.offset)
            for name, mimic in description.mimics.items()
        ]
        self.limits = JointLimits(
            lower=self._model.lowerPositionLimit[self._indices],
            upper=self._model.upperPositionLimit[self._indices],
            velocity=self._model.velocityLimit[self._indices],
        )
        self._frames = {
            arm.name: tuple(
                self._frame(name)
                for name in (arm.end_pose_frame, arm.grip_center_frame, arm.tcp_frame)
            )
            for arm in arms
        }
        home = [value for arm in arms for value in arm.home]
        homes = [
            self._model_configuration(np.array([*home, *fingers]))
            for fingers in (
                [arm.gripper.closed for arm in arms],
                [arm.gripper.open for arm in arms],
            )
        ]
        self._collisions = CollisionModel(
            self._model, description, load_environment(robot.environment), request, homes
        )

    def columns(self, arm: str) -> slice:
        """Return where the joints of ``arm`` are in a configuration."""
        return self._columns[arm]

    def frames(self, configuration: Array, arm: str) -> ArmFrames:
        """Return the named frames of ``arm``."""
        pinocchio.forwardKinematics(
            self._model, self._data, self._model_configuration(configuration)
        )
        end_pose, grip_center, tcp = (
            _to_pose(pinocchio.updateFramePlacement(self._model, self._data, frame))
            for frame in self._frames[arm]
        )
        return ArmFrames(end_pose=end_pose, grip_center=grip_center, tcp=tcp)

    def inverse(self, arm: str, end_pose: Pose, seed: Array) -> Array | IkFailure:
        """Return the configuration near ``seed`` that reaches ``end_pose``."""
        columns = self._columns[arm]
        indices = self._indices[columns]
        lower, upper = self.limits.lower[columns], self.limits.upper[columns]
        target = pinocchio.SE3(end_pose.matrix, end_pose.position)
        frame = self._frames[arm][0]
        q = self._model_configuration(seed)
        for _ in range(_IK_ITERATIONS):
            pinocchio.computeJointJacobians(self._model, self._data, q)
            placement = pinocchio.updateFramePlacement(self._model, self._data, frame)
            error = pinocchio.log6(placement.actInv(target)).vector
            if error @ error < _IK_TOLERANCE**2:
                solution: Array = seed.copy()
                solution[columns] = q[indices]
                return solution
            jacobian = pinocchio.getFrameJacobian(
                self._model, self._data, frame, pinocchio.ReferenceFrame.LOCAL
            )[:, indices]
            step = _damped_step(jacobian, error)
            q[indices] = np.clip(q[indices] + step, lower, upper)
        at_limit = (q[indices] <= lower) | (q[indices] >= upper)
        stopped = np.flatnonzero(at_limit)
        return IkFailure(
            joint=self.joint_names[columns.start + int(stopped[0])] if stopped.size else None
        )

    def collision_check(self, start: Array) -> CollisionCheck | CollisionPair:
        """Return a check of configurations, or the pair that overlaps at ``start`` already."""
        exceptions = self._collisions.exceptions_at(self._model_configuration(start))
        if isinstance(exceptions, CollisionPair):
            return exceptions
        return lambda q: self._collisions.first_pair(self._model_configuration(q), exceptions)

    def _model_configuration(self, configuration: Array) -> Array:
        q: Array = self._neutral.copy()
        q[self._indices] = configuration
        for follower, leader, multiplier, offset in self._mimics:
            q[follower] = multiplier * q[leader] + offset
        return q

    def _index(self, joint: str) -> int:
        if not self._model.existJointName(joint):
            raise ConfigError(f"the URDF has no movable joint {joint!r}; check the robot file")
        item = self._model.joints[self._model.getJointId(joint)]
        if item.nq != 1:
            raise ConfigError(
                f"joint {joint!r} is continuous or has several axes; give it position limits"
            )
        return int(item.idx_q)

    def _frame(self, name: str) -> int:
        if not self._model.existFrame(name):
            raise ConfigError(f"the URDF has no link {name!r}; check the frames of the robot file")
        return int(self._model.getFrameId(name))


KINEMATICS.add(PinocchioKinematics.name, PinocchioKinematics)


def _damped_step(jacobian: Array, error: Array) -> Array:
    damping = _IK_DAMPING * float(error @ error) + 1e-12
    normal = jacobian.T @ jacobian
    normal[np.diag_indices_from(normal)] += damping
    step = np.linalg.solve(normal, jacobian.T @ error)
    largest = float(np.abs(step).max())
    return step if largest <= _IK_MAX_STEP else step * (_IK_MAX_STEP / largest)


def _to_pose(placement: pinocchio.SE3) -> Pose:
    x, y, z, w = pinocchio.Quaternion(placement.rotation).coeffs().tolist()
    sign = -1.0 if w < 0.0 else 1.0
    return Pose(placement.translation.copy(), np.array([sign * w, sign * x, sign * y, sign * z]))
