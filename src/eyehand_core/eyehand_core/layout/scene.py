"""Layout scenes: immutable, in canvas units, the ground truth that images and texts show."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Literal

from eyehand_core.layout.outline import Outline, Size
from eyehand_core.layout.plane import Plane
from eyehand_core.layout.polygon import (
    Polygon,
    box_corners,
    box_outline,
    disc_corners,
    disc_outline,
)

Shape = Literal["box", "disc", "area"]
SHAPES: tuple[Shape, ...] = ("box", "disc", "area")


@dataclass(frozen=True, kw_only=True)
class Appearance:
    """How an object looks.

    Attributes:
        size: width, height [canvas units].
        color: colour word; empty if it is not known.
        shape: ``box``, ``disc``, or ``area``, a marked region without a body.
        has_front: one side of it is its front, so that it faces somewhere.
        is_open: other things may lie inside it.
    """

    size: Size = (30.0, 30.0)
    color: str = "grey"
    shape: Shape = "box"
    has_front: bool = False
    is_open: bool = False

    @property
    def is_solid(self) -> bool:
        """True unless it is a mere region."""
        return self.shape != "area"


@dataclass(frozen=True, kw_only=True)
class LayoutObject:
    """An object on the canvas.

    Attributes:
        name: unique in the scene.
        category: kind of thing.
        center: x, y [canvas units].
        appearance: size and colour.
        fixed: it cannot be moved or removed.
        turn_deg: turn, counter-clockwise as seen, 0 to 360; 0 faces down in the picture.
        layer: larger ones are nearer to the viewer; things collide within one layer only.
    """

    name: str
    category: str
    center: tuple[float, float]
    appearance: Appearance = Appearance()
    fixed: bool = False
    turn_deg: float = 0.0
    layer: int = 0

    @property
    def outline(self) -> Outline:
        """The axis-parallel space that the object takes up as it is turned."""
        if self.turn_deg == 0.0:
            return Outline(self.center, self.appearance.size)
        around = disc_outline if self.appearance.shape == "disc" else box_outline
        return around(self.center, self.appearance.size, self.turn_deg)

    @property
    def symmetry_deg(self) -> float:
        """After what turn it looks the same; 0 if every turn looks the same."""
        if self.appearance.has_front:
            return 360.0
        width, height = self.appearance.size
        is_even = abs(width - height) < 1e-6
        if self.appearance.shape == "disc":
            return 0.0 if is_even else 180.0
        return 90.0 if is_even else 180.0

    @property
    def polygon(self) -> Polygon:
        """The corners of its exact shape."""
        corners = disc_corners if self.appearance.shape == "disc" else box_corners
        return corners(self.center, self.appearance.size, self.turn_deg)


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
        layers: layers of objects that may be placed, by name; others are in layer 0.
        mover: name of the object that must not pass through others; empty if all may jump.
    """

    plane: Plane
    objects: tuple[LayoutObject, ...]
    constraints: tuple[Constraint, ...] = ()
    supply: Mapping[str, Appearance] = field(default_factory=dict)
    layers: Mapping[str, int] = field(default_factory=dict)
    mover: str = ""

    def find(self, name: str) -> LayoutObject | None:
        """Return the object of that name, or None."""
        return next((thing for thing in self.objects if thing.name == name), None)

    def added(self, thing: LayoutObject) -> LayoutScene:
        """Return the scene with one more object on top."""
        return replace(self, objects=(*self.objects, thing))

    def without(self, name: str) -> LayoutScene:
        """Return the scene without that object."""
        return replace(self, objects=tuple(o for o in self.objects if o.name != name))

    @property
    def drawing_order(self) -> tuple[LayoutObject, ...]:
        """All objects, those behind first: by layer, then regions, open things and the others."""
        return tuple(sorted(self.objects, key=_depth))

    def moved(self, name: str, center: tuple[float, float]) -> LayoutScene:
        """Return the scene with that object elsewhere, order kept; the same if there is none.

        Args:
            name: of the object.
            center: its new centre, x right, y down [canvas units].
        """
        thing = self.find(name)
        return self.changed(replace(thing, center=center)) if thing else self

    def changed(self, thing: LayoutObject) -> LayoutScene:
        """Return the scene with the object of that name replaced, order kept."""
        objects = tuple(thing if other.name == thing.name else other for other in self.objects)
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


def _depth(thing: LayoutObject) -> tuple[int, bool, bool]:
    return thing.layer, thing.appearance.is_solid, not thing.appearance.is_open
