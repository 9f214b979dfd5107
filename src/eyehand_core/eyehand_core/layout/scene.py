"""Layout scenes: immutable, in canvas units, the ground truth that images and texts show."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Literal

from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations import Plane

Size = tuple[float, float]
Shape = Literal["box", "disc"]
SHAPES: tuple[Shape, ...] = ("box", "disc")


@dataclass(frozen=True, kw_only=True)
class Appearance:
    """How an object looks.

    Attributes:
        size: width, height [canvas units].
        color: colour word; empty if it is not known.
        shape: ``box`` or ``disc``; rules look at the outline only.
    """

    size: Size = (30.0, 30.0)
    color: str = "grey"
    shape: Shape = "box"


@dataclass(frozen=True, kw_only=True)
class LayoutObject:
    """An object on the canvas.

    Attributes:
        name: unique in the scene.
        category: kind of thing.
        center: x, y [canvas units].
        appearance: size and colour.
        fixed: it cannot be moved or removed.
    """

    name: str
    category: str
    center: tuple[float, float]
    appearance: Appearance = Appearance()
    fixed: bool = False

    @property
    def outline(self) -> Outline:
        """The space the object takes up."""
        return Outline(self.center, self.appearance.size)


@dataclass(frozen=True, kw_only=True)
class Constraint:
    """A distance that two objects keep from the moment it is set.

    Attributes:
        object: name of one object, which may not be in the scene yet.
        other: name of the other.
        minimum: smallest distance between the edges [canvas units].
    """

    object: str
    other: str
    minimum: float


@dataclass(frozen=True, kw_only=True)
class LayoutScene:
    """All objects in drawing order, and what was agreed about them.

    Attributes:
        plane: ``vertical`` as seen from the front, ``ground`` as seen from above.
        objects: in drawing order.
        constraints: in the order they were set.
        supply: looks of objects that may be placed, by name; others look ordinary.
    """

    plane: Plane
    objects: tuple[LayoutObject, ...]
    constraints: tuple[Constraint, ...] = ()
    supply: Mapping[str, Appearance] = field(default_factory=dict)

    def find(self, name: str) -> LayoutObject | None:
        """Return the object of that name, or None."""
        return next((thing for thing in self.objects if thing.name == name), None)

    def added(self, thing: LayoutObject) -> LayoutScene:
        """Return the scene with one more object on top."""
        return replace(self, objects=(*self.objects, thing))

    def without(self, name: str) -> LayoutScene:
        """Return the scene without that object."""
        return replace(self, objects=tuple(o for o in self.objects if o.name != name))

    def moved(self, name: str, center: tuple[float, float]) -> LayoutScene:
        """Return the scene with that object elsewhere, drawing order kept."""
        objects = tuple(
            replace(thing, center=center) if thing.name == name else thing for thing in self.objects
        )
        return replace(self, objects=objects)

    def constrained(self, constraint: Constraint) -> LayoutScene:
        """Return the scene with a constraint, which replaces one on the same two objects."""
        pair = {constraint.object, constraint.other}
        kept = tuple(c for c in self.constraints if {c.object, c.other} != pair)
        return replace(self, constraints=(*kept, constraint))

    def digest(self) -> str:
        """Return the SHA-256 (hex) of the whole description."""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()
