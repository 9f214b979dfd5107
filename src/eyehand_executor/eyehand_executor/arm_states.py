"""Proprioception: the state of each arm in one sample of joint states."""

from __future__ import annotations

from eyehand_core.robot import Robot
from eyehand_core.world_state import ArmState
from eyehand_nodekit.stamps import NANOSECONDS

from eyehand_executor.kinematics import KinematicsCache
from eyehand_executor.robot_samples import RobotSample, Stillness

_RESET_GAP_NS = NANOSECONDS // 5
"""World time between two samples that only a reset leaves out [ns]: a simulated world samples
every 80 ms at least and settles for 0.5 s at least in a reset."""


class ArmStateEstimator:
    """Turns joint states into arm states; ``states`` is for one thread, the rest for any.

    The gripper command is the last one given by ``gripper_starts``, whatever the fingers do. It
    stands until a reset, which shows as a gap between the stamps of two samples, as a stamp before
    the last one when the world was started anew, or as ``forget_commands`` in worlds whose time
    goes on. While there is none, it is the aperture measured first.

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
        self._stamp_ns: int | None = None

    def gripper_starts(self, arm: str, aperture: float) -> None:
        """Note that the gripper of ``arm`` is told to open to ``aperture``, 0 to 1."""
        self._commands[arm] = aperture

    def forget_commands(self) -> None:
        """Note that the world has been reset and grippers opened by others."""
        self._commands.clear()

    def states(self, sample: RobotSample) -> list[ArmState]:
        """Return the state of every arm in ``sample``."""
        self._forget_commands_after_reset(sample.stamp_ns)
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
                    aperture_command=self._command_of(name, aperture),
                    fingers_at_rest=self._stillness.fingers_rest(arm),
                )
            )
        return states

    def _forget_commands_after_reset(self, stamp_ns: int) -> None:
        before, self._stamp_ns = self._stamp_ns, stamp_ns
        if before is not None and not 0 <= stamp_ns - before <= _RESET_GAP_NS:
            self.forget_commands()

    def _command_of(self, arm: str, aperture: float) -> float:
        return self._commands.setdefault(arm, min(1.0, max(0.0, aperture)))
