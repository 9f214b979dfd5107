"""Resolver: true by construction, on the canvas, never clamped, refused with a reason."""

from __future__ import annotations

import math

import pytest
from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.projection import measured_scene, object_states
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.resolver import IllegalAction, Wish, resolve
from eyehand_core.layout.scene import Appearance, Constraint, LayoutObject, LayoutScene
from eyehand_core.world_state import WorldState
from hypothesis import given
from hypothesis import strategies as st

CANVAS = 256.0
STRAIGHT = ("to_the_right_of", "to_the_left_of", "above", "below")
sides = st.floats(min_value=4.0, max_value=100.0)
shares = st.floats(min_value=0.0, max_value=1.0)


def thing(name: str, outline: Outline) -> LayoutObject:
    looks = Appearance(size=outline.size)
    return LayoutObject(name=name, category=name, center=outline.center, appearance=looks)


def scene_of(*things: LayoutObject, constraints: tuple[Constraint, ...] = ()) -> LayoutScene:
    return LayoutScene(plane="vertical", objects=things, constraints=constraints)


@st.composite
def outlines(draw: st.DrawFn) -> Outline:
    """Draw outlines on the canvas, often against its edges."""
    size = (draw(sides), draw(sides))
    center = tuple(side / 2 + draw(shares) * (CANVAS - side) for side in size)
    return Outline((center[0], center[1]), size)


def fits_somewhere(name: str, size: tuple[float, float], target: Outline, distance: str) -> bool:
    """Work out by hand whether any place of the relation lies on the canvas."""
    axis = 1 if name in ("above", "below") else 0
    low = name in ("to_the_left_of", "above")
    room = target.low(axis) if low else CANVAS - target.high(axis)
    word = DISTANCES[distance]
    smallest = {"near": 0.0, "medium": 21.0, "far": 51.0}[distance]
    gap = min(word.nominal, word.nominal - math.ceil(word.nominal - (room - size[axis])))
    if gap < smallest:
        return False
    across, half = target.center[1 - axis], size[1 - axis] / 2
    needed = max(half - across, across - (CANVAS - half), 0.0)
    reach = gap + (size[axis] + target.size[axis]) / 2
    return needed <= max(target.size[1 - axis] / 2, reach)


@given(
    target=outlines(),
    size=st.tuples(sides, sides),
    name=st.sampled_from(STRAIGHT),
    distance=st.sampled_from(sorted(DISTANCES)),
)
def test_what_resolves_holds_and_what_is_refused_does_not_fit(
    target: Outline, size: tuple[float, float], name: str, distance: str
) -> None:
    scene = scene_of(thing("table", target))
    wish = Wish(object="cup", size=size, relation=name, targets=("table",), distance=distance)
    result = resolve(scene, wish)
    assert result == resolve(scene, wish)
    if isinstance(result, IllegalAction):
        assert result.code == "out_of_bounds"
        assert not fits_somewhere(name, size, target, distance)
        return
    assert result.on_canvas
    assert result.size == size
    shown = scene.added(thing("cup", result))
    state = WorldState(stamp=0.0, sequence=0, at_rest=True, objects=object_states(shown))
    measured = measured_scene(scene, state)
    cup, table = measured.find("cup"), measured.find("table")
    assert cup is not None
    assert table is not None
    for word in ("", distance):
        assert RELATIONS[name].correction(cup.outline, (table.outline,), word) == ""


@given(
    desk=outlines(),
    wall=outlines(),
    minimum=st.floats(min_value=0.0, max_value=120.0),
    name=st.sampled_from(STRAIGHT),
)
def test_constraints_hold_or_the_action_is_refused(
    desk: Outline, wall: Outline, minimum: float, name: str
) -> None:
    constraint = Constraint(object="lamp", other="wall", minimum=minimum)
    scene = scene_of(thing("desk", desk), thing("wall", wall), constraints=(constraint,))
    wish = Wish(
        object="lamp", size=(20.0, 20.0), relation=name, targets=("desk",), distance="medium"
    )
    result = resolve(scene, wish)
    if isinstance(result, IllegalAction):
        assert result.code in ("out_of_bounds", "unsatisfiable")
    else:
        assert result.distance(wall) >= minimum
        assert RELATIONS[name].holds(result, (desk,), "medium")


def lamp_wish(distance: str) -> Wish:
    return Wish(
        object="lamp",
        size=(20.0, 20.0),
        relation="to_the_left_of",
        targets=("desk",),
        distance=distance,
    )


WALL = thing("wall", Outline((12.0, 128.0), (12.0, 220.0)))
DESK = thing("desk", Outline((134.0, 128.0), (60.0, 30.0)))


def test_the_nearest_place_to_the_nominal_one_wins() -> None:
    free = resolve(scene_of(WALL, DESK), lamp_wish("medium"))
    assert free == Outline((54.0, 128.0), (20.0, 20.0))
    keep = Constraint(object="lamp", other="wall", minimum=40.0)
    kept = resolve(scene_of(WALL, DESK, constraints=(keep,)), lamp_wish("medium"))
    assert kept == Outline((68.0, 128.0), (20.0, 20.0))


def test_a_constraint_binds_both_objects() -> None:
    keep = Constraint(object="wall", other="lamp", minimum=40.0)
    kept = resolve(scene_of(WALL, DESK, constraints=(keep,)), lamp_wish("medium"))
    assert isinstance(kept, Outline)
    assert kept.distance(WALL.outline) == 40.0


def test_an_impossible_constraint_is_named_in_words() -> None:
    keep = Constraint(object="lamp", other="wall", minimum=120.0)
    result = resolve(scene_of(WALL, DESK, constraints=(keep,)), lamp_wish("far"))
    assert isinstance(result, IllegalAction)
    assert result.code == "unsatisfiable"
    assert "wall" in result.message
    assert not any(letter.isdigit() for letter in result.message)


def test_a_constraint_on_an_absent_object_does_not_bind() -> None:
    keep = Constraint(object="lamp", other="sofa", minimum=200.0)
    assert resolve(scene_of(DESK, constraints=(keep,)), lamp_wish("near")) == resolve(
        scene_of(DESK), lamp_wish("near")
    )


def test_objects_that_are_not_named_are_not_avoided() -> None:
    desk = thing("desk", Outline((128.0, 128.0), (40.0, 40.0)))
    box = thing("box", Outline((88.0, 128.0), (30.0, 30.0)))
    assert resolve(scene_of(desk, box), lamp_wish("near")) == resolve(
        scene_of(desk), lamp_wish("near")
    )


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (("cup", "to_the_right_of", "sofa"), "no_such_object"),
        (("desk", "above", "desk"), "unsatisfiable"),
        (("cup", "below", "wall"), "out_of_bounds"),
    ],
)
def test_refusals_have_codes(wish: tuple[str, str, str], code: str) -> None:
    name, relation, target = wish
    result = resolve(
        scene_of(WALL, DESK),
        Wish(object=name, size=(30.0, 30.0), relation=relation, targets=(target,), distance="far"),
    )
    assert isinstance(result, IllegalAction)
    assert result.code == code


def test_vertical_relations_have_no_meaning_on_the_ground() -> None:
    scene = LayoutScene(plane="ground", objects=(DESK,))
    wish = Wish(object="cup", size=(9.0, 9.0), relation="above", targets=("desk",), distance="near")
    result = resolve(scene, wish)
    assert isinstance(result, IllegalAction)
    assert result.code == "relation_not_in_plane"
    assert "to_the_left_of" in result.message
