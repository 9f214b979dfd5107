"""Actions: effects, coded refusals, exact undo."""

from __future__ import annotations

import itertools
from random import Random

import pytest
from eyehand_core.decisions.layout_action import (
    Ask,
    LayoutAction,
    Move,
    Place,
    Remove,
    Scale,
    SetConstraint,
    Turn,
    Undo,
)
from eyehand_core.layout.actions import LayoutHistory, offered_actions
from eyehand_core.layout.resolver import IllegalAction
from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene
from hypothesis import given
from hypothesis import strategies as st

TABLE = LayoutObject(
    name="table",
    category="table",
    center=(110.0, 128.0),
    appearance=Appearance(size=(60.0, 20.0), color="brown"),
)
WALL = LayoutObject(name="wall", category="wall", center=(20.0, 60.0), fixed=True)
START = LayoutScene(
    plane="vertical",
    objects=(TABLE, WALL),
    supply={"cup": Appearance(size=(20.0, 20.0), color="red")},
)


def place(name: str = "cup", target: str = "table", **more: str) -> Place:
    words = {"relation": "to_the_right_of", "distance": "medium", "category": name, **more}
    return Place(object=name, targets=(target,), **words)


def move(name: str, relation: str = "to_the_right_of", distance: str = "near") -> Move:
    return Move(object=name, relation=relation, targets=("table",), distance=distance)


def play(*actions: LayoutAction) -> LayoutHistory:
    history = LayoutHistory((START,))
    for action in actions:
        result = history.apply(action)
        assert not isinstance(result, IllegalAction), result
        history = result
    return history


def refused(history: LayoutHistory, action: LayoutAction) -> IllegalAction:
    result = history.apply(action)
    assert isinstance(result, IllegalAction)
    return result


def test_place_uses_the_declared_looks() -> None:
    cup = play(place()).scene.find("cup")
    assert cup is not None
    assert cup.appearance == START.supply["cup"]
    assert cup.outline.low(0) == TABLE.outline.high(0) + 40.0


def test_place_of_an_undeclared_thing_looks_ordinary_unless_words_say_otherwise() -> None:
    plain = play(place("ball")).scene.find("ball")
    special = play(place("ball", size="large", color="green")).scene.find("ball")
    assert plain is not None
    assert special is not None
    assert plain.appearance == Appearance(size=(30.0, 30.0), color="grey")
    assert special.appearance == Appearance(size=(45.0, 45.0), color="green")


def test_move_keeps_looks_and_drawing_order() -> None:
    scene = play(place(), place("ball", distance="far"), move("cup", "above")).scene
    assert [thing.name for thing in scene.objects] == ["table", "wall", "cup", "ball"]
    cup = scene.find("cup")
    assert cup is not None
    assert cup.outline.high(1) == TABLE.outline.low(1) - 10.0


def test_remove_then_place_again() -> None:
    scene = play(place(), Remove(object="cup"), place(distance="near")).scene
    assert [thing.name for thing in scene.objects].count("cup") == 1


def test_names_stay_unique() -> None:
    assert refused(play(place()), place()).code == "duplicate_name"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (place(target="sofa"), "no_such_object"),
        (place("table"), "duplicate_name"),
        (move("cup"), "no_such_object"),
        (move("wall"), "fixed_object"),
        (move("table"), "unsatisfiable"),
        (Remove(object="cup"), "no_such_object"),
        (Remove(object="wall"), "fixed_object"),
        (Undo(), "nothing_to_undo"),
        (SetConstraint(object="cup", min_distance_to="sofa", value=9.0), "no_such_object"),
        (SetConstraint(object="cup", min_distance_to="cup", value=9.0), "unsatisfiable"),
        (Ask(about="near"), "unknown_action"),
        (Scale(object="wall", factor="larger"), "fixed_object"),
        (Scale(object="cup", factor="larger"), "no_such_object"),
        (Turn(object="table", facing="left"), "no_facing"),
        (Turn(object="wall", angle_deg=90.0), "fixed_object"),
        (
            Place(
                object="cup",
                category="cup",
                relation="above",
                targets=("table", "wall"),
                distance="near",
            ),
            "unknown_word",
        ),
    ],
)
def test_illegal_actions_are_coded_and_change_nothing(action: LayoutAction, code: str) -> None:
    history = play()
    refusal = refused(history, action)
    assert refusal.code == code
    assert refusal.message
    assert history.scene is START


def test_constraint_moves_the_next_placement_and_a_new_value_replaces_it() -> None:
    far = SetConstraint(object="cup", min_distance_to="table", value=90.0)
    assert refused(play(far), place()).code == "unsatisfiable"
    closer = SetConstraint(object="table", min_distance_to="cup", value=30.0)
    history = play(place(), far, closer)
    assert len(history.scene.constraints) == 1
    assert refused(history, move("cup", "above", "near")).code == "unsatisfiable"
    assert not isinstance(history.apply(move("cup", "above", "medium")), IllegalAction)


def test_constraint_set_later_binds_the_next_move_only() -> None:
    keep = SetConstraint(object="cup", min_distance_to="table", value=50.0)
    before, after = play(place()), play(place(), keep)
    assert after.scene.objects == before.scene.objects
    assert refused(after, move("cup", distance="near")).code == "unsatisfiable"
    assert not isinstance(after.apply(move("cup", distance="far")), IllegalAction)


def test_undo_goes_back_one_action_at_a_time() -> None:
    history = play(place(), move("cup", "above"))
    once = history.apply(Undo())
    assert isinstance(once, LayoutHistory)
    assert once.scene == play(place()).scene
    twice = once.apply(Undo())
    assert isinstance(twice, LayoutHistory)
    assert twice.scene is START


ACTIONS: tuple[LayoutAction, ...] = (
    place(),
    place("box", target="cup"),
    *(
        move(name, relation, distance)
        for name, relation, distance in itertools.product(
            ("cup", "box"), ("above", "below", "to_the_left_of"), ("near", "far")
        )
    ),
    Remove(object="cup"),
    SetConstraint(object="cup", min_distance_to="table", value=30.0),
    Undo(),
)


@given(seed=st.integers(min_value=0, max_value=2**32))
def test_undo_restores_exactly_and_the_same_actions_give_the_same_scene(seed: int) -> None:
    rng = Random(seed)
    chosen = [rng.choice(ACTIONS) for _ in range(8)]
    ends = []
    for _ in range(2):
        history = LayoutHistory((START,))
        for action in chosen:
            result = history.apply(action)
            if isinstance(result, IllegalAction):
                continue
            back = result.apply(Undo()) if not isinstance(action, Undo) else history
            assert isinstance(back, LayoutHistory)
            assert back.scene.digest() == history.scene.digest()
            history = result
        names = [thing.name for thing in history.scene.objects]
        assert len(names) == len(set(names))
        assert all(thing.outline.on_canvas for thing in history.scene.objects)
        ends.append(history.scene.digest())
    assert ends[0] == ends[1]


def test_every_published_action_is_carried_out() -> None:
    published = {"place", "move", "remove", "rotate", "scale", "set_constraint", "undo"}
    assert set(offered_actions()) == published
