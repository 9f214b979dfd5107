"""From a relation to a place on the canvas. Nothing is clamped: what does not fit is refused.

Objects that the action does not name are neither avoided nor repaired; the evaluator judges that.
"""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.scene import Constraint, LayoutScene, Size


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
        size: width, height [canvas units].
        relation: registered relation.
        target: name of the object that the relation refers to.
        distance: distance word.
    """

    object: str
    size: Size
    relation: str
    target: str
    distance: str


def resolve(scene: LayoutScene, wish: Wish) -> Outline | IllegalAction:
    """Return the outline nearest to the nominal place that fits canvas and constraints.

    The same scene and wish always give the same outline.
    """
    relation = RELATIONS[wish.relation]
    if scene.plane not in relation.planes:
        legal = ", ".join(name for name in RELATIONS if scene.plane in RELATIONS[name].planes)
        return IllegalAction(
            "relation_not_in_plane", f"{wish.relation} has no meaning in this scene; use {legal}"
        )
    target = scene.find(wish.target)
    if target is None:
        return missing(scene, wish.target)
    if wish.target == wish.object:
        return IllegalAction("unsatisfiable", f"{wish.object} cannot be {relation.phrase} itself")
    binding = tuple(c for c in scene.constraints if wish.object in (c.object, c.other))
    fits_canvas = False
    for outline in relation.places(wish.size, target.outline, wish.distance):
        if outline.on_canvas:
            fits_canvas = True
            if _broken(scene, binding, wish.object, outline) is None:
                return outline
    return _no_place(scene, wish, binding, fits_canvas)


def missing(scene: LayoutScene, name: str) -> IllegalAction:
    """Return the answer to a name that is not in the scene."""
    present = ", ".join(thing.name for thing in scene.objects) or "nothing"
    return IllegalAction("no_such_object", f"there is no {name} in the scene; it holds {present}")


def _broken(
    scene: LayoutScene, binding: tuple[Constraint, ...], name: str, outline: Outline
) -> Constraint | None:
    for constraint in binding:
        partner = scene.find(constraint.other if constraint.object == name else constraint.object)
        if partner and outline.distance(partner.outline) < constraint.minimum:
            return constraint
    return None


def _no_place(
    scene: LayoutScene, wish: Wish, binding: tuple[Constraint, ...], fits_canvas: bool
) -> IllegalAction:
    where = f"{wish.distance} {RELATIONS[wish.relation].phrase} {wish.target}"
    if not fits_canvas:
        return IllegalAction("out_of_bounds", f"{wish.object} does not fit on the canvas {where}")
    pairs = ", ".join(f"{c.object} away from {c.other}" for c in binding if scene.find(c.other))
    return IllegalAction("unsatisfiable", f"{wish.object} cannot be {where} and keep {pairs}")
