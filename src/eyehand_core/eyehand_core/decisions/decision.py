"""What an agent can decide. Every decision has one canonical JSON form."""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from eyehand_core.decisions.arm_motion import ArmMotion, MotionKind


class DecisionKind(str, Enum):
    """What a decision is for; decides who carries it out and whether it costs a step."""

    CAMERA = "camera"
    ROBOT = "robot"
    LAYOUT = "layout"
    TOOL = "tool"
    STOP = "stop"

    @property
    def costs_step(self) -> bool:
        """True for actions that reach the environment."""
        return self in (DecisionKind.CAMERA, DecisionKind.ROBOT, DecisionKind.LAYOUT)


@dataclass(frozen=True, kw_only=True)
class Decision(ABC):
    """Base of all decisions.

    Attributes:
        reason: the agent's note; recorded, never interpreted.
    """

    kind: ClassVar[DecisionKind]
    reason: str = ""

    @property
    @abstractmethod
    def name(self) -> str:
        """Name in the action table, as listed in the allowed actions."""

    @abstractmethod
    def arguments(self) -> dict[str, Any]:
        """Return the JSON fields besides the reason."""

    def to_json(self) -> str:
        """Return the canonical JSON: sorted keys, no spaces, numbers in their shortest form."""
        fields = self.arguments()
        if self.reason:
            fields["reason"] = self.reason
        return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def motions(self) -> tuple[ArmMotion, ...]:
        """Return what the arms have to do together; empty unless this is a robot action."""
        return ()


@dataclass(frozen=True, kw_only=True)
class Look(Decision):
    """Move the active camera.

    Attributes:
        action: full name, for example ``camera.view_left_topdown``.
        command: the same without prefix and anchor, for example ``view_topdown``.
        anchor: arm whose grip centre a named view looks at, or ``both``; empty for increments.
    """

    kind: ClassVar[DecisionKind] = DecisionKind.CAMERA
    action: str
    command: str
    anchor: str = ""

    @property
    def name(self) -> str:
        """Name in the action table."""
        return self.action

    def arguments(self) -> dict[str, Any]:
        """Return the JSON fields besides the reason."""
        return {"action": self.action}


@dataclass(frozen=True, kw_only=True)
class Shift:
    """A way along one world axis.

    Attributes:
        axis: ``x``, ``y`` or ``z``.
        sign: ``+`` or ``-``.
        distance_mm: length [mm], > 0.
    """

    axis: str
    sign: str
    distance_mm: float

    def fields(self) -> dict[str, Any]:
        """Return the JSON fields."""
        return {
            "axis": self.axis,
            "sign": self.sign,
            "distance_mm": shortest_number(self.distance_mm),
        }

    def motion(self, arm: str) -> ArmMotion:
        """Return the motion of ``arm``."""
        amount = signed(self.sign, self.distance_mm / 1000.0)
        return ArmMotion(
            arm=arm, kind=MotionKind.TRANSLATE, axis="xyz".index(self.axis), amount=amount
        )


@dataclass(frozen=True, kw_only=True)
class Translate(Decision):
    """Move one gripper along a world axis, orientation kept.

    Attributes:
        arm: arm name.
        axis: ``x``, ``y`` or ``z``.
        sign: ``+`` or ``-``.
        distance_mm: length [mm], > 0.
    """

    kind: ClassVar[DecisionKind] = DecisionKind.ROBOT
    action: ClassVar[str] = "gripper.move_world"
    arm: str
    axis: str
    sign: str
    distance_mm: float

    @property
    def name(self) -> str:
        """Name in the action table."""
        return self.action

    @property
    def shift(self) -> Shift:
        """The way alone."""
        return Shift(axis=self.axis, sign=self.sign, distance_mm=self.distance_mm)

    def arguments(self) -> dict[str, Any]:
        """Return the JSON fields besides the reason."""
        return {"action": self.action, "arm": self.arm, **self.shift.fields()}

    def motions(self) -> tuple[ArmMotion, ...]:
        """Return the one motion."""
        return (self.shift.motion(self.arm),)


@dataclass(frozen=True, kw_only=True)
class Rotate(Decision):
    """Turn one gripper about one of its own axes, grip centre kept.

    Attributes:
        arm: arm name.
        axis: ``rx``, ``ry`` or ``rz``.
        sign: ``+`` (right-hand rule) or ``-``.
        angle_deg: turn [deg], > 0.
    """

    kind: ClassVar[DecisionKind] = DecisionKind.ROBOT
    action: ClassVar[str] = "gripper.rotate_local"
    arm: str
    axis: str
    sign: str
    angle_deg: float

    @property
    def name(self) -> str:
        """Name in the action table."""
        return self.action

    def arguments(self) -> dict[str, Any]:
        """Return the JSON fields besides the reason."""
        return {
            "action": self.action,
            "arm": self.arm,
            "axis": self.axis,
            "sign": self.sign,
            "angle_deg": shortest_number(self.angle_deg),
        }

    def motions(self) -> tuple[ArmMotion, ...]:
        """Return the one motion."""
        amount = signed(self.sign, math.radians(self.angle_deg))
        axis = ("rx", "ry", "rz").index(self.axis)
        return (ArmMotion(arm=self.arm, kind=MotionKind.ROTATE, axis=axis, amount=amount),)


@dataclass(frozen=True, kw_only=True)
class DualTranslate(Decision):
    """Move both grippers at the same time.

    Attributes:
        left: way of the left gripper.
        right: way of the right gripper.
    """

    kind: ClassVar[DecisionKind] = DecisionKind.ROBOT
    action: ClassVar[str] = "dual_gripper.move_world"
    left: Shift
    right: Shift

    @property
    def name(self) -> str:
        """Name in the action table."""
        return self.action

    def arguments(self) -> dict[str, Any]:
        """Return the JSON fields besides the reason."""
        return {"action": self.action, "left": self.left.fields(), "right": self.right.fields()}

    def motions(self) -> tuple[ArmMotion, ...]:
        """Return the motions of left and right arm."""
        return (self.left.motion("left"), self.right.motion("right"))


@dataclass(frozen=True, kw_only=True)
class Aperture(Decision):
    """Open or close one gripper or both.

    Attributes:
        action: full name, for example ``gripper.open`` or ``dual_gripper.close``.
        arms: the arms meant.
        opens: True to open, False to close.
    """

    kind: ClassVar[DecisionKind] = DecisionKind.ROBOT
    action: str
    arms: tuple[str, ...]
    opens: bool

    @property
    def name(self) -> str:
        """Name in the action table."""
        return self.action

    def arguments(self) -> dict[str, Any]:
        """Return the JSON fields besides the reason."""
        return {"action": self.action}

    def motions(self) -> tuple[ArmMotion, ...]:
        """Return one motion per arm."""
        kind = MotionKind.OPEN if self.opens else MotionKind.CLOSE
        return tuple(ArmMotion(arm=arm, kind=kind) for arm in self.arms)


@dataclass(frozen=True, kw_only=True)
class UseTool(Decision):
    """Ask for information; costs no step.

    Attributes:
        tool: tool name.
        args: arguments of the tool.
    """

    kind: ClassVar[DecisionKind] = DecisionKind.TOOL
    tool: str
    args: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Name in the action table."""
        return self.tool

    def arguments(self) -> dict[str, Any]:
        """Return the JSON fields besides the reason."""
        return {"tool": self.tool, "args": dict(self.args)}


@dataclass(frozen=True, kw_only=True)
class Stop(Decision):
    """End the episode; without success it is a failure."""

    kind: ClassVar[DecisionKind] = DecisionKind.STOP

    @property
    def name(self) -> str:
        """Name in the action table."""
        return "stop"

    def arguments(self) -> dict[str, Any]:
        """Return the JSON fields besides the reason."""
        return {"stop": True}


def shortest_number(value: float) -> float | int:
    """Return whole numbers as integers, so that 35 and 35.0 have one spelling."""
    return int(value) if float(value).is_integer() else float(value)


def signed(sign: str, magnitude: float) -> float:
    """Return ``magnitude`` with the sign written as ``+`` or ``-``."""
    return -magnitude if sign == "-" else magnitude
