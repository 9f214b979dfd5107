"""Proprioception: the state of each arm in one sample of joint states."""

from __future__ import annotations

from eyehand_core.robot import Robot
from eyehand_core.world_state import ArmState

from eyehand_executor.kinematics import KinematicsCache
from eyehand_executor.robot_samples import RobotSample, Stillness

_FOREIGN_MOTION = 0.003
"""Finger motion between two samples without a goal that is nobody's slip but a reset [m]."""


class ArmStateEstimator:
    """Turns joint states into arm states; ``states`` is for one thread, the rest for any.

    The gripper command is the last one given by ``gripper_starts``. While none is known - at the
    start, and after someone else moved the fingers, as in a reset - it is the measured aperture.

    Args:
        robot: the robot.
        kinematics: forward kinematics, used by this estimator alone.
        stillness: speeds that count as rest.
    """

    def __init__(self, robot: Robot, kinematics: KinematicsCache, stillness: Stillness) -> None:
        self._robot = robot
        self._kinematics = kinematics
        self._stillness = stillness
        self._commands: dict[str, float] = {}
        self._fingers: dict[str, float] = {}
        self._moving: set[str] = set()

    def gripper_starts(self, arm: str, aperture: float) -> None:
        """Note that the gripper of ``arm`` is told to open to ``aperture``, 0 to 1."""
        self._moving.add(arm)
        self._commands[arm] = aperture

    def grippers_ended(self) -> None:
        """Note that no gripper has a goal any more."""
        self._moving.clear()

    def states(self, sample: RobotSample) -> list[ArmState]:
        """Return the state of every arm in ``sample``."""
        kinematics = self._kinematics.for_arms(tuple(sample.arms))
        configuration = sample.configuration()
        states = []
        for name, arm in sample.arms.items():
            frames = kinematics.frames(configuration, name)
            aperture = self._robot.arms[name].gripper.aperture(arm.finger_position)
            states.append(
                ArmState(
                    name=name,
                    end_pose=frames.end_pose,
                    grip_center=frames.grip_center.position,
                    tcp=frames.tcp.position,
                    joint_positions=arm.positions,
                    joint_velocities=arm.velocities,
                    aperture=aperture,
                    aperture_command=self._command_of(name, arm.finger_position, aperture),
                    fingers_at_rest=self._stillness.fingers_rest(arm),
                )
            )
        return states

    def _command_of(self, arm: str, finger: float, aperture: float) -> float:
        before = self._fingers.get(arm, finger)
        self._fingers[arm] = finger
        if arm not in self._moving and abs(finger - before) > _FOREIGN_MOTION:
            self._commands.pop(arm, None)
        return self._commands.setdefault(arm, min(1.0, max(0.0, aperture)))
