"""Scene description: what a world has to build for one task instance.

It is made of primitive parts only, so that MuJoCo, SDF writers and planners share it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Literal

from eyehand_core.geometry.pose import Pose

PartKind = Literal["box", "cylinder", "sphere", "capsule"]


@dataclass(frozen=True, kw_only=True)
class Part:
    """One primitive of an object, in the object's frame.

    Attributes:
        kind: box, cylinder, sphere or capsule; cylinder and capsule stand along their own z.
        size: box: edge lengths x, y, z; cylinder: radius, length; sphere: radius;
            capsule: radius, length of the straight part [m].
        position: centre [m].
        quaternion: w x y z.
        color: red, green, blue, 0 to 1.
        collides: False for parts that are only seen.
    """

    kind: PartKind
    size: tuple[float, ...]
    position: tuple[float, ...] = (0.0, 0.0, 0.0)
    quaternion: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0)
    color: tuple[float, ...] = (0.7, 0.7, 0.7)
    collides: bool = True


@dataclass(frozen=True, kw_only=True)
class SceneObject:
    """An object to be placed in the world.

    Attributes:
        name: name in the task file.
        parts: primitives in the object's frame.
        mass: [kg], spread over the colliding parts by volume.
        position: of the object's frame in the world before settling [m].
        quaternion: w x y z.
        size: edge lengths [m] of the box around the object, centred on ``center``.
        center: centre of that box in the object's frame [m].
        fixed: True for objects that cannot move.
        friction: sliding friction coefficient.
        points: named points of the object's frame [m], for example ``top`` or ``left_handle``.
    """

    name: str
    parts: tuple[Part, ...]
    mass: float
    position: tuple[float, ...]
    quaternion: tuple[float, ...]
    size: tuple[float, ...]
    center: tuple[float, ...] = (0.0, 0.0, 0.0)
    fixed: bool = False
    friction: float = 0.5
    points: dict[str, tuple[float, ...]] | None = None

    @property
    def pose(self) -> Pose:
        """Pose of the object's frame in the world before settling."""
        return Pose.of(self.position, self.quaternion)


@dataclass(frozen=True, kw_only=True)
class Scene:
    """All objects of a task instance, and the arms that take part.

    Attributes:
        task: task id.
        seed: seed that the poses were drawn from.
        objects: in file order.
        arms: arms in use; the others are hidden and cannot collide.
        hold: how long success has to last [s]; a world goes on for longer than that after a motion.
    """

    task: str
    seed: int
    objects: tuple[SceneObject, ...]
    arms: tuple[str, ...]
    hold: float = 0.1

    def digest(self) -> str:
        """Return the SHA-256 (hex) of the whole description."""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()
