"""From a relation to a place on the canvas. Nothing is clamped: what does not fit is refused.

Objects that the action does not name are neither avoided nor repaired; the evaluator judges that.
"""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.layout.outline import Outline, Size
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.relations.relation import Wanted
from eyehand_core.layout.scene import Constraint, LayoutScene


@dataclass(frozen=True)
class IllegalAction:
    """An illegal action; the scene stays as it is.

    Attributes:
        code: reason code.
        message: the reason in words, without numbers or positions.
    """

    code: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Wish:
    """Where an object shall be.

    Attributes:
        object: its name.
        category: what kind of thing it is.
        size: width, height of its outline [canvas units].
        relation: registered relation.
        targets: names of the objects that the relation refers to.
        distance: distance word; empty for a relation that takes none.
        now: where it is; None if it is not in the scene.
    """

    object: str
    category: str = ""
    size: Size
    relation: str
    targets: tuple[str, ...]
    distance: str = ""
    now: Outline | None = None

    @property
    def words(self) -> str:
        """The place in words."""
        words = RELATIONS[self.relation].sentence(self.targets)
        return f"{self.distance} {words}".strip()


def resolve(scene: LayoutScene, wish: Wish) -> Outline | IllegalAction:
    """Return the outline nearest to the nominal place that fits canvas and constraints.

    The same scene and wish always give the same outline.
    """
    refusal = _refusal(scene, wish)
    if refusal:
        return refusal
    targets = (scene.find(name) for name in wish.targets)
    wanted = Wanted(
        size=wish.size,
        targets=tuple(target.outline for target in targets if target),
        distance=wish.distance,
        now=wish.now,
        companions=tuple(
            thing.outline
            for thing in scene.objects
            if thing.category == wish.category and thing.name not in (wish.object, *wish.targets)
        ),
    )
    binding = _binding(scene, wish.object)
    fits_relation = fits_canvas = False
    for outline in RELATIONS[wish.relation].places(wanted):
        fits_relation = True
        if outline.on_canvas:
            fits_canvas = True
            if all(outline.distance(other) >= minimum for _, other, minimum in binding):
                return outline
    return _no_place(scene, wish, fits_relation, fits_canvas)


def fitted(scene: LayoutScene, name: str, outline: Outline, how: str) -> IllegalAction | None:
    """Return why an object cannot have an outline; None if canvas and constraints allow it."""
    if not outline.on_canvas:
        return IllegalAction("out_of_bounds", f"{name} does not fit on the canvas {how}")
    broken = tuple(
        constraint
        for constraint, other, minimum in _binding(scene, name)
        if outline.distance(other) < minimum
    )
    if broken:
        return IllegalAction("unsatisfiable", f"{name} cannot be {how} and keep {_pairs(broken)}")
    return None


def missing(scene: LayoutScene, name: str) -> IllegalAction:
    """Return the answer to a name that is not in the scene."""
    present = ", ".join(thing.name for thing in scene.objects) or "nothing"
    return IllegalAction("no_such_object", f"there is no {name} in the scene; it holds {present}")


def _refusal(scene: LayoutScene, wish: Wish) -> IllegalAction | None:
    relation = RELATIONS[wish.relation]
    if scene.plane not in relation.planes:
        legal = ", ".join(name for name in RELATIONS if scene.plane in RELATIONS[name].planes)
        return IllegalAction(
            "relation_not_in_plane", f"{wish.relation} has no meaning in this scene; use {legal}"
        )
    if len(wish.targets) != relation.target_count:
        count = {1: "one relation_target", 2: "two relation_targets"}[relation.target_count]
        return IllegalAction("unknown_word", f"{wish.relation} takes {count}")
    for name in wish.targets:
        if scene.find(name) is None:
            return missing(scene, name)
    if wish.object in wish.targets:
        return IllegalAction("unsatisfiable", f"{wish.object} cannot be {relation.phrase} itself")
    return None


def _binding(scene: LayoutScene, name: str) -> tuple[tuple[Constraint, Outline, float], ...]:
    """Return the constraints on an object, each with the partner's outline and the distance."""
    binding = []
    for constraint in scene.constraints:
        if name in (constraint.object, constraint.other):
            other = constraint.other if constraint.object == name else constraint.object
            partner = scene.find(other)
            if partner:
                binding.append((constraint, partner.outline, constraint.minimum))
    return tuple(binding)


def _no_place(
    scene: LayoutScene, wish: Wish, fits_relation: bool, fits_canvas: bool
) -> IllegalAction:
    if not fits_relation:
        return IllegalAction("unsatisfiable", f"there is no room for {wish.object} {wish.words}")
    if not fits_canvas:
        return IllegalAction(
            "out_of_bounds", f"{wish.object} does not fit on the canvas {wish.words}"
        )
    binding = tuple(constraint for constraint, _, _ in _binding(scene, wish.object))
    return IllegalAction(
        "unsatisfiable", f"{wish.object} cannot be {wish.words} and keep {_pairs(binding)}"
    )


def _pairs(constraints: tuple[Constraint, ...]) -> str:
    return ", ".join(f"{c.object} away from {c.other}" for c in constraints)
