"""Why a command was refused or failed: one code for each cause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class _Meaning:
    text: str
    valid: bool


class Reason(Enum):
    """Reason codes of the executor.

    A code with ``valid`` False means that the gate refused the command before planning; with True
    the command was admissible but could not be planned or executed to its end.
    """

    EMPTY_COMMAND = _Meaning("the request holds no arm command", False)
    UNKNOWN_ARM = _Meaning("the robot file has no arm of this name", False)
    DUPLICATE_ARM = _Meaning("an arm is commanded twice in one request", False)
    UNKNOWN_KIND = _Meaning("the kind of command is none of translate, rotate, open, close", False)
    MIXED_KINDS = _Meaning("arm motion and gripper commands cannot be combined", False)
    UNKNOWN_AXIS = _Meaning("the axis is none of x, y, z", False)
    NOT_FINITE = _Meaning("the amount is not a finite number", False)
    AMOUNT_OUT_OF_RANGE = _Meaning("the amount is outside the range of one command", False)
    BUSY = _Meaning("another command is being executed", False)
    NO_JOINT_STATES = _Meaning("no joint states of the arms have been received", False)
    STALE_JOINT_STATES = _Meaning("the newest joint states are too old to plan from", False)
    ABSENT_ARM = _Meaning("no joint states of this arm: it takes no part in the episode", False)
    CONTROLLER_UNAVAILABLE = _Meaning("a controller's action server does not answer", False)
    ROBOT_MOVING = _Meaning("an arm or gripper is still moving", False)
    NOT_RELEASED = _Meaning("the robot was stopped and has not been released", False)
    OUTSIDE_WORKSPACE = _Meaning("end pose or grip centre would leave the workspace box", False)

    START_IN_COLLISION = _Meaning("the arms overlap something where they stand", True)
    UNREACHABLE = _Meaning("no joint angles give this pose", True)
    JOINT_LIMIT = _Meaning("a joint would pass its limit", True)
    JOINT_JUMP = _Meaning("the straight path needs a jump between arm postures", True)
    COLLISION = _Meaning("the path touches an obstacle, the stand or another part of an arm", True)
    TIME_LAW_FAILED = _Meaning("the path cannot be timed within velocity and acceleration", True)
    VERIFICATION_FAILED = _Meaning("the timed path failed the independent check", True)
    START_CHANGED = _Meaning("the arms moved between planning and sending", True)
    PARTNER_LATE = _Meaning("the second of two goals came too late to start with the first", True)
    CONTROLLER_REJECTED = _Meaning("a controller refused the goal", True)
    CONTROLLER_ABORTED = _Meaning("a controller gave up during the motion", True)
    JOINT_STATES_LOST = _Meaning("joint states stopped arriving during the motion", True)
    EXECUTION_TIMEOUT = _Meaning("the motion took longer than its deadline in world time", True)
    WALL_TIMEOUT = _Meaning("the world took too long, in wall time, to carry out the motion", True)
    CANCELED = _Meaning("the caller cancelled the command", True)
    NOT_STILL = _Meaning("the arms did not come to rest in time, which is world time", True)
    STILLNESS_UNKNOWN = _Meaning("no joint states told whether the arms came to rest", True)
    NOT_CONFIRMED = _Meaning("the person who confirms motions did not confirm this one", True)
    EMERGENCY_STOP = _Meaning("a person stopped the robot", True)
    EFFORT_LIMIT = _Meaning("a joint took more effort than the robot file permits", True)
    SPEED_LIMIT = _Meaning("a joint was faster than its scaled limit", True)
    AGENT_SILENT = _Meaning("the agent node gives no sign of life", True)
    CAMERA_SILENT = _Meaning("the camera node gives no sign of life", True)
    CLOCK_STALE = _Meaning("the clock stands, or joint states are stamped by another one", True)
    MISSED_TARGET = _Meaning("the arms ended farther from the command than allowed", True)

    @property
    def code(self) -> str:
        """Name used in messages and records, lower snake case."""
        return self.name.lower()

    @property
    def description(self) -> str:
        """One line for people."""
        return self.value.text

    @property
    def valid(self) -> bool:
        """Tell whether the command had passed the gate."""
        return self.value.valid


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """A command that was not, or not wholly, carried out.

    Attributes:
        reason: cause.
        message: one sentence with value and limit.
        fraction: share of the path found feasible, 0 to 1.
        blocking: names of the joint, the two bodies or the arms concerned.
    """

    reason: Reason
    message: str
    fraction: float = 0.0
    blocking: tuple[str, ...] = ()
