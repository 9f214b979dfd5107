"""World states for tests of predicates, judge and expert steps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.predicates.moment import Facts, Moment
from eyehand_core.robot import Robot, load_robot
from eyehand_core.scene import Scene
from eyehand_core.tasks.library import Library
from eyehand_core.world_state import ArmState, Contact, ObjectState, WorldState

CONFIG = Path(__file__).resolve().parents[3] / "config"
SAMPLE_S = 0.02
FINGERS = {side: (f"{side}/finger1", f"{side}/finger2") for side in ("left", "right")}


def robot() -> Robot:
    """Return the bundled robot."""
    return load_robot(CONFIG / "robots" / "dual_x5.yaml")


def library() -> Library:
    """Return the bundled task library."""
    return Library(CONFIG)


def thing(
    name: str,
    position: object,
    *,
    quaternion: object = rotation.IDENTITY,
    size: object = (0.05, 0.05, 0.05),
    velocity: object = (0.0, 0.0, 0.0),
) -> ObjectState:
    """Return the state of an object."""
    return ObjectState(
        name=name,
        pose=Pose.of(position, quaternion),
        linear_velocity=np.array(velocity, dtype=np.float64),
        angular_velocity=np.zeros(3),
        size=np.array(size, dtype=np.float64),
    )


def arm(
    name: str = "right",
    *,
    tcp: object = (0.306, -0.202, 0.934),
    quaternion: object = None,
    aperture: float = 1.0,
    command: float | None = None,
    at_rest: bool = True,
) -> ArmState:
    """Return the state of an arm whose tcp is 0.12 m ahead of its end pose."""
    turn = rotation.from_rpy(0.0, 0.0, np.pi / 2) if quaternion is None else quaternion
    axes = rotation.to_matrix(rotation.normalized(turn))
    point = np.array(tcp, dtype=np.float64)
    return ArmState(
        name=name,
        end_pose=Pose.of(point - 0.12 * axes[:, 0], turn),
        grip_center=point - 0.046 * axes[:, 0],
        tcp=point,
        joint_positions=np.zeros(6),
        joint_velocities=np.zeros(6),
        aperture=aperture,
        aperture_command=aperture if command is None else command,
        fingers_at_rest=at_rest,
    )


def touch(a: str, b: str, position: object = (0.0, 0.0, 0.0)) -> Contact:
    """Return a contact between two bodies."""
    return Contact(
        body_a=a, body_b=b, position=np.array(position), normal_force=1.0, penetration=0.0
    )


def state(
    *things: ObjectState,
    arms: tuple[ArmState, ...] = (),
    contacts: tuple[Contact, ...] = (),
    stamp: float = 0.0,
) -> WorldState:
    """Return a sample of the world."""
    return WorldState(
        stamp=stamp,
        sequence=round(stamp / SAMPLE_S),
        at_rest=True,
        objects={item.name: item for item in things},
        contacts=contacts,
        arms={item.name: item for item in arms},
    )


def moment(
    now: WorldState,
    settled: WorldState | None = None,
    points: Mapping[str, Mapping[str, tuple[float, ...]]] | None = None,
) -> Moment:
    """Return what predicates look at."""
    facts = Facts(settled=settled or now, points=points or {}, fingers=FINGERS)
    return Moment(now=now, facts=facts)


def settled_state(scene: Scene, *arms: ArmState) -> WorldState:
    """Return the first sample of a scene whose objects stay where they were spawned."""
    things = [
        thing(o.name, o.position, quaternion=o.quaternion, size=o.size) for o in scene.objects
    ]
    return state(*things, arms=arms)
