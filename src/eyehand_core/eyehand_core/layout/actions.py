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
    Scale,
    SetConstraint,
    Turn,
)
from eyehand_core.decisions.layout_actions import TOWARD
from eyehand_core.layout.facing import DIRECTIONS, normalized, turn_toward
from eyehand_core.layout.looks import FACTORS, SIZES
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.resolver import IllegalAction, Wish, fitted, missing, resolve
from eyehand_core.layout.rules import SMALLEST_SIDE
from eyehand_core.layout.scene import Appearance, Constraint, LayoutObject, LayoutScene
from eyehand_core.layout.sweep import first_obstacle
from eyehand_core.registry import Registry

Handler = Callable[[LayoutScene, LayoutAction], "LayoutScene | IllegalAction"]

HANDLERS: Registry[Handler] = Registry("layout action")
UNDO = "undo"
PATH_BLOCKED = "path_blocked"
"""Code of a leg that runs into an obstacle: the action is legal, the leg is not travelled."""

NOT_CARRIED_OUT = "not_carried_out"
"""Code of a legal action that a robot did not bring about."""


def is_legal(code: str) -> bool:
    """Tell whether an action with this reason code, empty for none, was legal."""
    return code in ("", PATH_BLOCKED, NOT_CARRIED_OUT)


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
    thing = LayoutObject(
        name=action.object,
        category=action.category,
        center=(0.0, 0.0),
        appearance=_looks(scene, action),
        layer=scene.layers.get(action.object, 0),
    )
    outline = _resolved(scene, action, thing, None)
    if isinstance(outline, IllegalAction):
        return outline
    return scene.added(replace(thing, center=outline.center))


@HANDLERS.register("move")
def _move(scene: LayoutScene, action: LayoutAction) -> LayoutScene | IllegalAction:
    assert isinstance(action, Move)
    thing = _movable(scene, action.object)
    if isinstance(thing, IllegalAction):
        return thing
    outline = _resolved(scene, action, thing, thing.outline)
    if isinstance(outline, IllegalAction):
        return outline
    if action.object == scene.mover:
        obstacle = first_obstacle(scene, thing, outline.center)
        if obstacle:
            return IllegalAction(
                PATH_BLOCKED,
                f"the straight way of the {action.object} runs into the {obstacle}; "
                "it has stayed where it was",
            )
    return scene.moved(action.object, outline.center)


@HANDLERS.register("remove")
def _remove(scene: LayoutScene, action: LayoutAction) -> LayoutScene | IllegalAction:
    assert isinstance(action, Remove)
    thing = _movable(scene, action.object)
    return thing if isinstance(thing, IllegalAction) else scene.without(action.object)


@HANDLERS.register("rotate")
def _rotate(scene: LayoutScene, action: LayoutAction) -> LayoutScene | IllegalAction:
    assert isinstance(action, Turn)
    thing = _movable(scene, action.object)
    if isinstance(thing, IllegalAction):
        return thing
    if action.angle_deg is not None:
        turn = normalized(thing.turn_deg + action.angle_deg)
        return _fitted(scene, replace(thing, turn_deg=turn), "turned like this")
    if not thing.appearance.has_front:
        return IllegalAction(
            "no_facing", f"{action.object} has no front; turn it by an angle instead"
        )
    if action.facing in DIRECTIONS:
        turn = DIRECTIONS[action.facing]
    else:
        name = action.facing.removeprefix(TOWARD)
        target = scene.find(name)
        if target is None:
            return missing(scene, name)
        if name == action.object:
            return IllegalAction("unsatisfiable", f"{name} cannot face itself")
        turn = turn_toward(thing.center, target.center)
    return _fitted(scene, replace(thing, turn_deg=turn), "turned like this")


@HANDLERS.register("scale")
def _scale(scene: LayoutScene, action: LayoutAction) -> LayoutScene | IllegalAction:
    assert isinstance(action, Scale)
    thing = _movable(scene, action.object)
    if isinstance(thing, IllegalAction):
        return thing
    factor = FACTORS[action.factor] if isinstance(action.factor, str) else action.factor
    width, height = (side * factor for side in thing.appearance.size)
    if min(width, height) < SMALLEST_SIDE:
        return IllegalAction("unsatisfiable", f"{action.object} cannot become any smaller")
    looks = replace(thing.appearance, size=(width, height))
    return _fitted(scene, replace(thing, appearance=looks), "of that size")


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


def _fitted(scene: LayoutScene, thing: LayoutObject, how: str) -> LayoutScene | IllegalAction:
    """Return the scene with the changed object, if it fits canvas and constraints."""
    refusal = fitted(scene, thing.name, thing.outline, how)
    return refusal or scene.changed(thing)


def _looks(scene: LayoutScene, action: Place) -> Appearance:
    ordinary = scene.supply.get(action.object, Appearance())
    factor = SIZES[action.size] if action.size else 1.0
    width, height = ordinary.size
    return replace(
        ordinary,
        size=(width * factor, height * factor),
        color=action.color or ordinary.color,
    )


def _resolved(
    scene: LayoutScene, action: Relate, thing: LayoutObject, now: Outline | None
) -> Outline | IllegalAction:
    wish = Wish(
        object=action.object,
        category=thing.category,
        size=thing.outline.size,
        relation=action.relation,
        targets=action.targets,
        distance=action.distance,
        now=now,
    )
    return resolve(scene, wish)
