"""Objects as task files declare them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from eyehand_core.config_file import Section
from eyehand_core.shapes import Point, Shape, read_shape

LIGHTEST = 0.02  # lighter objects make unsteady contacts [kg]
GREY = (0.7, 0.7, 0.7)


@dataclass(frozen=True, kw_only=True)
class Interval:
    """Numbers from ``low`` to ``high``, both included."""

    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Spawn:
    """Where an object may stand.

    Attributes:
        x: of the object's frame in the world [m]; beside another object: in that one's frame.
        y: likewise.
        yaw: turn about the vertical [rad]; beside another object: relative to that one's.
        tilt: turn about the object's own x axis before that [rad]; -pi/2 lays it down along +y.
        mirrored: half of the seeds have x with the other sign.
        beside: the object that it is placed relative to; it may touch that one.
    """

    x: Interval
    y: Interval
    yaw: Interval
    tilt: float = 0.0
    mirrored: bool = False
    beside: str | None = None


@dataclass(frozen=True, kw_only=True)
class ObjectSpec:
    """One declared object.

    Attributes:
        name: key in the task file.
        shapes: the shape, or alternatives of which each seed draws one.
        mass: [kg].
        friction: sliding friction coefficient.
        fixed: it cannot move.
        spawn: where it may stand.
    """

    name: str
    shapes: tuple[Shape, ...]
    mass: float
    friction: float
    fixed: bool
    spawn: Spawn

    @property
    def point_names(self) -> tuple[str, ...]:
        """Names of the points that all alternatives have."""
        common = set.intersection(*(set(shape.points) for shape in self.shapes))
        return tuple(sorted(common))

    def points(self, size: ArrayLike) -> Mapping[str, Point]:
        """Return the named points [m] of the alternative that fits an observed size best."""
        return self.shape_of(size).points

    def shape_of(self, size: ArrayLike) -> Shape:
        """Return the alternative that fits an observed size best.

        Args:
            size: edge lengths [m], shape (3,), of the box around the object.
        """
        seen = np.asarray(size, dtype=np.float64)
        return min(self.shapes, key=lambda s: float(np.linalg.norm(seen - s.size)))


def read_objects(section: Section) -> dict[str, ObjectSpec]:
    """Read the ``objects`` of a manipulation task, in file order."""
    specs: dict[str, ObjectSpec] = {}
    for name in section.names:
        entry = section.section(name)
        spec = _read_object(name, entry, tuple(specs))
        entry.close()
        if spec is not None:
            specs[name] = spec
    return specs


def _read_object(name: str, section: Section, before: tuple[str, ...]) -> ObjectSpec | None:
    fixed = section.flag("fixed", default=False)
    lightest = LIGHTEST if not fixed else 1e-3
    mass = section.number("mass", lightest, 20.0, default=1.0 if fixed else None)
    friction = section.number("friction", 0.01, 2.0, default=0.5)
    color = section.vector("color", 3, default=GREY, minimum=0.0, maximum=1.0)
    shapes = _read_shapes(section, color)
    spawn = _read_spawn(section.section("spawn"), before)
    if "." in name or "/" in name:
        section.problem("shape", f"object name {name!r} must not contain '.' or '/'")
    if not shapes:
        return None
    return ObjectSpec(
        name=name, shapes=shapes, mass=mass, friction=friction, fixed=fixed, spawn=spawn
    )


def _read_shapes(section: Section, color: tuple[float, ...]) -> tuple[Shape, ...]:
    alternatives = list(section.sections("shapes", optional=True))
    if section.has("shapes") == section.has("shape"):
        section.problem("shape", "give exactly one of shape and shapes (a list of alternatives)")
    single = section.section("shape", optional=True)
    entries = [single] if section.has("shape") else alternatives
    read = [read_shape(entry, color) for entry in entries]
    return tuple(shape for shape in read if shape is not None)


def _read_spawn(section: Section, before: tuple[str, ...]) -> Spawn:
    beside = section.text("beside") if section.has("beside") else None
    if beside is not None and beside not in before:
        allowed = ", ".join(before) or "none"
        section.problem("beside", f"name an object declared before this one ({allowed})")
    spawn = Spawn(
        x=_interval(section, "x", 3.0),
        y=_interval(section, "y", 3.0),
        yaw=_degrees(_interval(section, "yaw_deg", 180.0, default=(0.0, 0.0))),
        tilt=float(np.radians(section.number("tilt_deg", -180.0, 180.0, default=0.0))),
        mirrored=section.flag("mirrored", default=False),
        beside=beside,
    )
    section.close()
    return spawn


def _interval(
    section: Section, key: str, largest: float, default: tuple[float, ...] | None = None
) -> Interval:
    low, high = section.vector(key, 2, default=default, minimum=-largest, maximum=largest)
    if low > high:
        section.problem(key, f"expected [smallest, largest], got [{low:g}, {high:g}]")
        low, high = high, low
    return Interval(low=low, high=high)


def _degrees(interval: Interval) -> Interval:
    return Interval(low=float(np.radians(interval.low)), high=float(np.radians(interval.high)))
