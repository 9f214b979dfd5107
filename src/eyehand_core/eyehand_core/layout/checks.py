"""Physical checks and what a task protects: collision, boundary, occlusion, the untouched rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from eyehand_core.decisions.layout_action import LayoutAction
from eyehand_core.layout.facing import TURN_STEP_DEG, visible_difference
from eyehand_core.layout.polygon import area, common_area
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.relations.search import way_words
from eyehand_core.layout.rules import COLLISION_MAX, OCCLUSION_MAX, PROTECTED_SHIFT
from eyehand_core.layout.scene import LayoutObject, LayoutScene


@dataclass(frozen=True)
class Check:
    """Base of the checks: about no object in particular, and repaired by other actions only."""

    @property
    def about(self) -> tuple[str, ...]:
        """No object."""
        return ()

    def remedies(self, scene: LayoutScene) -> Iterator[LayoutAction]:
        """Yield nothing."""
        return iter(())


@dataclass(frozen=True)
class NoCollision(Check):
    """No two solid objects of one layer overlap by more than a sliver."""

    wanted: str = "objects must not overlap"

    def advice(self, scene: LayoutScene) -> str:
        """Return the first pair that overlaps."""
        for a, b in combinations(scene.objects, 2):
            if collide(a, b):
                return f"the {b.name} overlaps the {a.name}; they have to go apart"
        return ""


def collide(a: LayoutObject, b: LayoutObject) -> bool:
    """Tell whether two objects take up the same space; what lies in an open thing does not."""
    solid = a.appearance.is_solid and b.appearance.is_solid
    if not solid or a.layer != b.layer or a.outline.overlap(b.outline) <= COLLISION_MAX:
        return False
    inside = RELATIONS["inside"]
    for inner, outer in ((a, b), (b, a)):
        if outer.appearance.is_open and inside.holds(inner.outline, (outer.outline,)):
            return False
    smaller = min(area(a.polygon), area(b.polygon))
    return common_area(a.polygon, b.polygon) / smaller > COLLISION_MAX


@dataclass(frozen=True)
class OnCanvas(Check):
    """Every outline lies on the canvas."""

    wanted: str = "everything has to stay inside the picture"

    def advice(self, scene: LayoutScene) -> str:
        """Return the first object that sticks out."""
        for thing in scene.objects:
            if not thing.outline.on_canvas:
                return f"the {thing.name} sticks out of the picture; it has to go further inside"
        return ""


@dataclass(frozen=True, kw_only=True)
class Visible(Check):
    """An object is not covered by more than a fifth.

    Attributes:
        object: name.
    """

    object: str

    @property
    def wanted(self) -> str:
        """What has to hold."""
        return f"the {self.object} must not be hidden"

    def advice(self, scene: LayoutScene) -> str:
        """Return what hides the object; one that is missing is missed by other terms."""
        thing = scene.find(self.object)
        if thing is None:
            return ""
        by = hidden_by(scene, thing)
        if not by:
            return ""
        names = " and ".join(f"the {name}" for name in by)
        return f"{names} hides the {self.object}; it has to go where it can be seen"


def hidden_by(scene: LayoutScene, thing: LayoutObject) -> tuple[str, ...]:
    """Return what covers an object by more than is allowed, together; empty if it can be seen."""
    order = scene.drawing_order
    position = next(i for i, other in enumerate(order) if other.name == thing.name)
    whole = area(thing.polygon)
    shares = {
        other.name: common_area(thing.polygon, other.polygon) / whole
        for other in order[position + 1 :]
        if other.appearance.is_solid and thing.outline.overlap(other.outline) > 0.0
    }
    covering = {name: share for name, share in shares.items() if share > 0.0}
    return tuple(covering) if sum(covering.values()) > OCCLUSION_MAX else ()


@dataclass(frozen=True, kw_only=True)
class NothingExtra(Check):
    """Only objects that the task knows are in the scene.

    Attributes:
        known: names of the objects that the task declares.
    """

    known: tuple[str, ...]
    wanted: str = "nothing else may be in the scene"

    def advice(self, scene: LayoutScene) -> str:
        """Return the first stranger."""
        for thing in scene.objects:
            if thing.name not in self.known:
                return f"nobody asked for the {thing.name}; it has to be taken away"
        return ""


@dataclass(frozen=True, kw_only=True)
class Untouched(Check):
    """A protected object is where, as large and turned as it was.

    Attributes:
        object: name.
        start: the object at the reset; None if it was not in the scene.
    """

    object: str
    start: LayoutObject | None

    @property
    def wanted(self) -> str:
        """What has to hold."""
        return f"the {self.object} has to be left alone"

    def advice(self, scene: LayoutScene) -> str:
        """Return what has become of the object, and the way back."""
        thing = scene.find(self.object)
        if thing is None or self.start is None:
            return f"the {self.object} was to be left alone and is gone; it has to come back"
        if not _same_size(thing, self.start):
            return f"the {self.object} was to be left as it was and has another size"
        turn = visible_difference(self.start.turn_deg, thing.turn_deg, thing.symmetry_deg)
        if abs(turn) > TURN_STEP_DEG / 2.0:
            way = "counter-clockwise" if turn > 0.0 else "clockwise"
            return f"the {self.object} was to be left alone; it has to turn back {way}"
        right, down = (s - n for s, n in zip(self.start.center, thing.center, strict=True))
        way = way_words(right, down, PROTECTED_SHIFT)
        return f"the {self.object} was to be left alone; it has to go back {way}" if way else ""


def _same_size(one: LayoutObject, other: LayoutObject) -> bool:
    pairs = zip(one.appearance.size, other.appearance.size, strict=True)
    return all(round(a - b, 6) == 0.0 for a, b in pairs)
