"""Where objects still have to be moved to stand as drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from eyehand_core.scene import Scene
from eyehand_core.world_state import ArmState

from eyehand_perception.object_pose import PoseEstimate


@dataclass(frozen=True, kw_only=True)
class PlacementTolerance:
    """How exactly a drawn layout has to be met.

    Attributes:
        position: [m].
        angle: [rad]; not asked of round objects that stand upright.
        joint: of the home posture [rad].
    """

    position: float = 0.005
    angle: float = math.radians(5.0)
    joint: float = 0.03


@dataclass(frozen=True, kw_only=True, eq=False)
class Correction:
    """What is wrong with one object.

    Attributes:
        object: its name.
        offset: from where it is to where it belongs [m], shape (3,), world axes; None if it is out
            of sight.
        turn: angle about the world's z that is missing, counter-clockwise from above [rad].
        tilt: angle between its z axis and the drawn one [rad].
    """

    object: str
    offset: Array | None
    turn: float = 0.0
    tilt: float = 0.0

    def sentence(self, tolerance: PlacementTolerance) -> str:
        """Return what to do, in millimetres and degrees."""
        if self.offset is None:
            return f"{self.object}: not seen; turn a marker to a camera"
        words = []
        x, y, z = (1000.0 * float(value) for value in self.offset)
        if float(np.linalg.norm(self.offset)) > tolerance.position:
            steps = (
                (x, f"to the robot's {'right' if x > 0 else 'left'}"),
                (y, f"{'away from' if y > 0 else 'towards'} the robot"),
                (z, "up" if z > 0 else "down"),
            )
            words += [f"{abs(size):.0f} mm {way}" for size, way in steps if abs(size) >= 0.5]
        if abs(self.turn) > tolerance.angle:
            way = "counter-clockwise" if self.turn > 0 else "clockwise"
            words.append(f"turn {math.degrees(abs(self.turn)):.0f} degrees {way} from above")
        if self.tilt > tolerance.angle:
            words.append(f"set upright (tilted {math.degrees(self.tilt):.0f} degrees)")
        return f"{self.object}: {', '.join(words)}"


def corrections(
    scene: Scene,
    estimates: Mapping[str, PoseEstimate],
    marked: Mapping[str, bool],
    tolerance: PlacementTolerance,
) -> tuple[Correction, ...]:
    """Return what is wrong with the objects, in the order of the scene.

    Args:
        scene: drawn layout.
        estimates: measured poses of objects in sight.
        marked: whether an object carries markers; those that do not are left to the person.
        tolerance: how exactly the layout has to be met.
    """
    found = []
    for item in scene.objects:
        estimate = estimates.get(item.name)
        if estimate is None:
            found += [Correction(object=item.name, offset=None)] if marked[item.name] else []
            continue
        round_from_above = abs(item.size[0] - item.size[1]) < 1e-6 and all(
            part.kind != "box" or len(item.parts) > 1 for part in item.parts
        )
        correction = _correction(item.name, item.pose, estimate.pose, round_from_above)
        if _is_wrong(correction, tolerance):
            found.append(correction)
    return tuple(found)


def home_problems(
    robot: Robot, arms: Mapping[str, ArmState], needed: tuple[str, ...], tolerance: float
) -> tuple[str, ...]:
    """Return which arms are not at home with an open gripper, one sentence each.

    Args:
        robot: robot file.
        arms: measured arms.
        needed: arms that the task uses.
        tolerance: per joint [rad].
    """
    problems = []
    for name in needed:
        arm, state = robot.arms[name], arms.get(name)
        if state is None:
            problems.append(f"arm {name}: no state arrives; start its driver and the executor")
            continue
        errors = np.abs(state.joint_positions - np.array(arm.home))
        worst = int(np.argmax(errors))
        if errors[worst] > tolerance:
            problems.append(
                f"arm {name}: bring it home; {arm.joints[worst]} is "
                f"{math.degrees(errors[worst]):.1f} degrees off"
            )
        if not state.is_open:
            problems.append(f"arm {name}: open the gripper")
    return tuple(problems)


def _correction(name: str, drawn: Pose, seen: Pose, round_from_above: bool) -> Correction:
    up_drawn, up_seen = drawn.matrix[:, 2], seen.matrix[:, 2]
    tilt = math.acos(float(np.clip(up_drawn @ up_seen, -1.0, 1.0)))
    needed = rotation.multiply(drawn.quaternion, rotation.conjugate(seen.quaternion))
    turn = 2.0 * math.atan2(float(needed[3]), float(needed[0]))
    turn = math.remainder(turn, 2.0 * math.pi)
    return Correction(
        object=name,
        offset=drawn.position - seen.position,
        turn=0.0 if round_from_above else turn,
        tilt=tilt,
    )


def _is_wrong(correction: Correction, tolerance: PlacementTolerance) -> bool:
    assert correction.offset is not None
    return (
        float(np.linalg.norm(correction.offset)) > tolerance.position
        or abs(correction.turn) > tolerance.angle
        or correction.tilt > tolerance.angle
    )
