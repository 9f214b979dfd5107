"""Carrying out semantic actions: a scene and an action give a scene or a coded refusal.

Each action is one registered handler. The history keeps every earlier scene, so that ``undo``
restores exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from eyehand_core.decisions.layout_action import (
    LayoutAction,
    Move,
    Place,
    Relate,
    Remove,
    SetConstraint,
)
from eyehand_core.layout.looks import SIZES
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.resolver import IllegalAction, Wish, missing, resolve
from eyehand_core.layout.scene import Appearance, Constraint, LayoutObject, LayoutScene, Size
from eyehand_core.registry import Registry

Handler = Callable[[LayoutScene, LayoutAction], "LayoutScene | IllegalAction"]

HANDLERS: Registry[Handler] = Registry("layout action")
UNDO = "undo"


@dataclass(frozen=True)
class LayoutHistory:
    """The scenes of an episode.

    Attributes:
        scenes: scene at the reset and after each legal action that has not been undone.
    """

    scenes: tuple[LayoutScene, ...]

    @property
    def scene(self) -> LayoutScene:
        """The scene as it is now."""
        return self.scenes[-1]

    def apply(self, action: LayoutAction) -> LayoutHistory | IllegalAction:
        """Return the history after ``action``; undoing again goes one action further back."""
        if action.name == UNDO:
            return self._undone()
        if action.name not in HANDLERS:
            allowed = ", ".join(offered_actions())
            return IllegalAction(
                "unknown_action", f"{action.name} is not possible here; use {allowed}"
            )
        result = HANDLERS[action.name](self.scene, action)
        if isinstance(result, IllegalAction):
            return result
        return LayoutHistory((*self.scenes, result))

    def _undone(self) -> LayoutHistory | IllegalAction:
        if len(self.scenes) == 1:
            return IllegalAction("nothing_to_undo", "no action has changed the scene yet")
        return LayoutHistory(self.scenes[:-1])


def offered_actions() -> tuple[str, ...]:
    """Return the names of all actions that can be carried out."""
    return (*HANDLERS, UNDO)


@HANDLERS.register("place")
def _place(scene: LayoutScene, action: LayoutAction) -> LayoutScene | IllegalAction:
    assert isinstance(action, Place)
    if scene.find(action.object):
        return IllegalAction(
            "duplicate_name", f"{action.object} is already in the scene; move it or use a new name"
        )
    looks = _looks(scene, action)
    outline = _resolved(scene, action, looks.size)
    if isinstance(outline, IllegalAction):
        return outline
    thing = LayoutObject(
        name=action.object, category=action.category, center=outline.center, appearance=looks
    )
    return scene.added(thing)


@HANDLERS.register("move")
def _move(scene: LayoutScene, action: LayoutAction) -> LayoutScene | IllegalAction:
    assert isinstance(action, Move)
    thing = _movable(scene, action.object)
    if isinstance(thing, IllegalAction):
        return thing
    outline = _resolved(scene, action, thing.appearance.size)
    if isinstance(outline, IllegalAction):
        return outline
    return scene.moved(action.object, outline.center)


@HANDLERS.register("remove")
def _remove(scene: LayoutScene, action: LayoutAction) -> LayoutScene | IllegalAction:
    assert isinstance(action, Remove)
    thing = _movable(scene, action.object)
    return thing if isinstance(thing, IllegalAction) else scene.without(action.object)


@HANDLERS.register("set_constraint")
def _set_constraint(scene: LayoutScene, action: LayoutAction) -> LayoutScene | IllegalAction:
    assert isinstance(action, SetConstraint)
    if action.object == action.min_distance_to:
        return IllegalAction("unsatisfiable", f"{action.object} has no distance to itself")
    if scene.find(action.min_distance_to) is None:
        return missing(scene, action.min_distance_to)
    constraint = Constraint(
        object=action.object, other=action.min_distance_to, minimum=action.value
    )
    return scene.constrained(constraint)


def _movable(scene: LayoutScene, name: str) -> LayoutObject | IllegalAction:
    thing = scene.find(name)
    if thing is None:
        return missing(scene, name)
    if thing.fixed:
        return IllegalAction("fixed_object", f"{name} is fixed; leave it where it is")
    return thing


def _looks(scene: LayoutScene, action: Place) -> Appearance:
    ordinary = scene.supply.get(action.object, Appearance())
    factor = SIZES[action.size] if action.size else 1.0
    width, height = ordinary.size
    return replace(
        ordinary,
        size=(width * factor, height * factor),
        color=action.color or ordinary.color,
    )


def _resolved(scene: LayoutScene, action: Relate, size: Size) -> Outline | IllegalAction:
    if len(action.targets) != 1:
        return IllegalAction("unknown_word", f"{action.relation} takes one relation_target")
    wish = Wish(
        object=action.object,
        size=size,
        relation=action.relation,
        target=action.targets[0],
        distance=action.distance,
    )
    return resolve(scene, wish)
