"""How one object lies to another, in words that are true and hold no number."""

from __future__ import annotations

from eyehand_core.layout.distances import distance_word
from eyehand_core.layout.plane import Plane
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.relations.relation import Relation
from eyehand_core.layout.scene import LayoutObject, LayoutScene

_CLOSE = ("inside", "on")
_STRAIGHT = ("to_the_right_of", "to_the_left_of", "above", "below", "behind", "in_front_of")
_DIAGONAL = tuple(
    f"{side}_{way}"
    for side in ("right", "left")
    for way in ("above", "below", "behind", "in_front")
)


def relation_words(scene: LayoutScene, thing: LayoutObject, target: LayoutObject) -> str:
    """Return in words how one object lies to another, however far away."""
    for name in _CLOSE:
        if _holds(RELATIONS[name], scene, thing, target, ""):
            return f"{RELATIONS[name].phrase} the {target.name}"
    for names in (_STRAIGHT, _DIAGONAL):
        words = _widest(names, scene, thing, target)
        if words:
            return words
    if thing.outline.distance(target.outline) == 0.0:
        return f"over the {target.name}"
    return f"diagonal to the {target.name}"


def _widest(
    names: tuple[str, ...], scene: LayoutScene, thing: LayoutObject, target: LayoutObject
) -> str:
    """Return the relation with the widest gap, with its distance word; empty if none holds."""
    found = []
    for relation in (RELATIONS[name] for name in names):
        gap = relation.gap(thing.outline, (target.outline,))
        word = distance_word(gap)
        if _holds(relation, scene, thing, target, word):
            found.append((gap, f"{relation.phrase} the {target.name}, {word}"))
    return max(found)[1] if found else ""


def _holds(
    relation: Relation, scene: LayoutScene, thing: LayoutObject, target: LayoutObject, word: str
) -> bool:
    in_plane = scene.plane in relation.planes
    return in_plane and relation.holds(thing.outline, (target.outline,), word)


def straight_relations(plane: Plane) -> tuple[str, ...]:
    """Return the names of the four straight directions of a plane."""
    return tuple(name for name in _STRAIGHT if plane in RELATIONS[name].planes)


def diagonal_relations(plane: Plane) -> tuple[str, ...]:
    """Return the names of the four compound directions of a plane."""
    return tuple(name for name in _DIAGONAL if plane in RELATIONS[name].planes)
