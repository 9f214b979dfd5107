"""Goal terms about what objects are like: facing, turn, size, absence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.decisions.layout_action import LayoutAction, Remove, Scale, Turn
from eyehand_core.layout.facing import (
    DIRECTIONS,
    TURN_STEP_DEG,
    difference,
    faces,
    facing_words,
    normalized,
    turn_toward,
    visible_difference,
)
from eyehand_core.layout.rules import LARGER_RATIO, SMALLER_RATIO
from eyehand_core.layout.scene import LayoutObject, LayoutScene


@dataclass(frozen=True, kw_only=True)
class FacingTerm:
    """An object faces a direction of the picture or another object.

    Attributes:
        object: name.
        direction: direction word; empty if a target is given.
        target: name of the object to face; empty if a direction is given.
    """

    object: str
    direction: str = ""
    target: str = ""

    @property
    def wanted(self) -> str:
        """What has to hold."""
        return f"the {self.object} has to face {self.direction or f'the {self.target}'}"

    @property
    def about(self) -> tuple[str, ...]:
        """The object."""
        return (self.object,)

    def advice(self, scene: LayoutScene) -> str:
        """Return where the object faces instead and which way it has to turn."""
        thing, target = scene.find(self.object), scene.find(self.target)
        if thing is None or (self.target and target is None):
            absent = self.object if thing is None else self.target
            return f"the {absent} is not in the scene; {self.wanted}"
        wanted = _wanted_turn(thing, target, self.direction)
        if faces(thing.turn_deg, wanted):
            return ""
        way = "counter-clockwise" if difference(wanted, thing.turn_deg) > 0.0 else "clockwise"
        now = facing_words(thing.turn_deg)
        return f"the {self.object} faces {now}; it has to turn {way} to face {self._aim}"

    def remedies(self, scene: LayoutScene) -> Iterator[LayoutAction]:
        """Yield the turn."""
        if scene.find(self.object) and (self.direction or scene.find(self.target)):
            yield Turn(object=self.object, facing=self.direction or f"toward:{self.target}")

    @property
    def _aim(self) -> str:
        return self.direction or f"the {self.target}"


def _wanted_turn(thing: LayoutObject, target: LayoutObject | None, direction: str) -> float:
    return turn_toward(thing.center, target.center) if target else DIRECTIONS[direction]


@dataclass(frozen=True, kw_only=True)
class TurnedTerm:
    """An object has been turned by an angle since the reset.

    Attributes:
        object: name.
        angle_deg: turn, counter-clockwise as seen.
        start: the object at the reset; None if it was not in the scene.
    """

    object: str
    angle_deg: float
    start: LayoutObject | None

    @property
    def wanted(self) -> str:
        """What has to hold."""
        return f"the {self.object} has to be turned as asked"

    @property
    def about(self) -> tuple[str, ...]:
        """The object."""
        return (self.object,)

    def advice(self, scene: LayoutScene) -> str:
        """Return which way the object has to turn."""
        left = self._left(scene)
        if left is None:
            return f"the {self.object} is not in the scene; {self.wanted}"
        if abs(left) < TURN_STEP_DEG / 2.0:
            return ""
        way = "counter-clockwise" if left > 0.0 else "clockwise"
        return f"the {self.object} is not turned as asked; it has to turn further {way}"

    def remedies(self, scene: LayoutScene) -> Iterator[LayoutAction]:
        """Yield the turn that is left."""
        left = self._left(scene)
        if left is not None:
            yield Turn(object=self.object, angle_deg=TURN_STEP_DEG * round(left / TURN_STEP_DEG))

    def _left(self, scene: LayoutScene) -> float | None:
        thing = scene.find(self.object)
        if thing is None or self.start is None:
            return None
        wanted = normalized(self.start.turn_deg + self.angle_deg)
        return visible_difference(wanted, thing.turn_deg, thing.symmetry_deg)


@dataclass(frozen=True, kw_only=True)
class ResizedTerm:
    """An object is larger or smaller than at the reset.

    Attributes:
        object: name.
        by: ``larger`` or ``smaller``.
        start: the object at the reset; None if it was not in the scene.
    """

    object: str
    by: str
    start: LayoutObject | None

    @property
    def wanted(self) -> str:
        """What has to hold."""
        return f"the {self.object} has to be {self.by} than at the beginning"

    @property
    def about(self) -> tuple[str, ...]:
        """The object."""
        return (self.object,)

    def advice(self, scene: LayoutScene) -> str:
        """Return that the size is not the one asked for."""
        thing = scene.find(self.object)
        if thing is None or self.start is None:
            return f"the {self.object} is not in the scene; {self.wanted}"
        ratio = _area(thing) / _area(self.start)
        reached = ratio >= LARGER_RATIO if self.by == "larger" else ratio <= SMALLER_RATIO
        return "" if reached else f"the {self.object} has to become {self.by}"

    def remedies(self, scene: LayoutScene) -> Iterator[LayoutAction]:
        """Yield the change of size."""
        if scene.find(self.object):
            yield Scale(object=self.object, factor=self.by)


def _area(thing: LayoutObject) -> float:
    width, height = thing.appearance.size
    return width * height


@dataclass(frozen=True, kw_only=True)
class AbsentTerm:
    """An object is not in the scene.

    Attributes:
        object: name.
    """

    object: str

    @property
    def wanted(self) -> str:
        """What has to hold."""
        return f"the {self.object} has to be taken away"

    @property
    def about(self) -> tuple[str, ...]:
        """Nothing has to be there for it."""
        return ()

    def advice(self, scene: LayoutScene) -> str:
        """Return that the object is still there."""
        return f"the {self.object} is still in the scene" if scene.find(self.object) else ""

    def remedies(self, scene: LayoutScene) -> Iterator[LayoutAction]:
        """Yield the removal."""
        yield Remove(object=self.object)
