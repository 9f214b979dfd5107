"""Expert steps: closed loops of legal decisions that end where they should."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from eyehand_core.decisions.decision import Aperture, Decision, DualTranslate, Look, Translate
from eyehand_core.declaration_error import DeclarationError
from eyehand_core.geometry import rotation
from eyehand_core.routines.routine import PATIENCE, Routine, compile_routine
from eyehand_core.tasks.inventory import instance_of
from hypothesis import given, settings
from hypothesis import strategies as st
from ideal_grippers import LIBRARY, IdealGrippers
from world_states import thing

CUBE, POT = LIBRARY.load("grasp_single_cube"), LIBRARY.load("lift_pot")
MANIPULATION = [task for task in LIBRARY.all() if task.kind == "manipulation"]
RESIDUAL = 0.0011  # moves below 1 mm cannot be commanded [m]


def run(world: IdealGrippers, steps: list[Any]) -> list[Decision]:
    """Follow a routine to its end; return its decisions."""
    routine = Routine(compile_routine(steps, world.task.names), world.task.arms)
    decisions: list[Decision] = []
    while (decision := routine.decide(world.moment, False)) is not None:
        world.obey(decision)
        decisions.append(decision)
    return decisions


@pytest.mark.parametrize("task", MANIPULATION, ids=lambda task: task.id)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**31 - 1))
def test_shipped_routines_are_legal_and_fit_the_budget(task: Any, seed: int) -> None:
    """Every decision passes the grammar, and there is room for refusals."""
    decisions = run(IdealGrippers(instance_of(task, seed), seed), task.expert)
    assert 0 < len(decisions) <= task.budget - 15
    assert isinstance(decisions[0], Look)


@given(seed=st.integers(0, 2**31 - 1))
def test_a_cube_is_approached_with_the_fingers_along_its_sides(seed: int) -> None:
    """Straight down, closing across two faces, tcp at the middle of the cube."""
    world = IdealGrippers(CUBE, seed)
    run(world, CUBE.expert[:4])
    hand, cube = world.moment.arm("right"), world.moment.object("cube").pose
    np.testing.assert_allclose(hand.tcp, cube.position, atol=RESIDUAL)
    axes = hand.end_pose.matrix
    assert math.degrees(math.acos(min(1.0, -axes[2, 0]))) < 2.0
    across = np.abs(cube.matrix.T @ axes[:, 1])
    assert across.max() > math.cos(math.radians(2.0))


@given(seed=st.integers(0, 2**31 - 1))
def test_both_grippers_reach_their_handles_square_to_the_bars(seed: int) -> None:
    """The closing direction is across the bar, whose axis the palm side follows."""
    world = IdealGrippers(POT, seed)
    decisions = run(world, POT.expert[:6])
    bar = world.moment.object("pot").pose.matrix[:, 0]
    for side in POT.arms:
        hand = world.moment.arm(side)
        handle = world.moment.point(f"pot.{side}_handle")
        np.testing.assert_allclose(hand.tcp, handle, atol=RESIDUAL)
        assert abs(hand.end_pose.matrix[:, 2] @ bar) > math.cos(math.radians(3.0))
        assert abs(hand.end_pose.matrix[:, 1] @ bar) < math.sin(math.radians(3.0))
    assert sum(isinstance(decision, DualTranslate) for decision in decisions) >= 4


def test_rising_comes_first_and_sinking_last() -> None:
    """A gripper never sweeps across the table at the height of its target."""
    world = IdealGrippers(CUBE, 1000)
    down = run(world, [{"tcp_to": {"arm": "right", "point": "cube", "above": 0.05}}])
    assert [d.axis for d in down if isinstance(d, Translate)] == sorted(d.axis for d in down)  # type: ignore[attr-defined]
    up = run(world, [{"shift": {"arm": "right", "by": [0.03, 0.0, 0.12]}}])
    assert [d.axis for d in up] == ["z", "z", "x"]  # type: ignore[attr-defined]


def test_an_order_can_be_given() -> None:
    """Here z before x."""
    world = IdealGrippers(CUBE, 1000)
    step = {"shift": {"arm": "right", "by": [0.03, 0.02, -0.04], "order": "zxy"}}
    assert [d.axis for d in run(world, [step])] == ["z", "x", "y"]  # type: ignore[attr-defined]


def test_a_shift_is_measured_from_where_the_step_began() -> None:
    """Not from wherever the gripper is after its first move."""
    world = IdealGrippers(CUBE, 1000)
    before = world.moment.arm("right").tcp
    run(world, [{"shift": {"arm": "right", "by": [0.0, 0.15, -0.11]}}])
    np.testing.assert_allclose(
        world.moment.arm("right").tcp - before, [0.0, 0.15, -0.11], atol=1e-9
    )


def test_both_arms_shift_together() -> None:
    """One decision moves both."""
    world = IdealGrippers(POT, 1000)
    (decision,) = run(world, [{"shift": {"arm": "both", "by": [0.0, 0.0, 0.08]}}])
    assert isinstance(decision, DualTranslate)


def test_an_arm_that_is_there_already_does_not_move_along() -> None:
    """The other one moves alone."""
    world = IdealGrippers(POT, 1000)
    run(world, [{"shift": {"arm": "left", "by": [0.0, 0.0, 0.08]}}])
    aligned = {"tcps_to": {"left": "pot.left_handle", "right": "pot.right_handle", "order": "zxy"}}
    first = run(world, [aligned])[0]
    assert isinstance(first, DualTranslate)
    left, right = first.left, first.right
    assert left.distance_mm == 100
    assert right.distance_mm == 100


def test_back_keeps_a_distance_along_the_approach_axis() -> None:
    """Behind the point as the gripper sees it, `above` along the vertical on top of that."""
    world = IdealGrippers(POT, 1000)
    run(world, [{"aim": {"arm": "right", "elevation_deg": 45, "heading_deg": 20}}])
    step = {"arm": "right", "point": "pot.right_handle", "back": 0.06, "above": 0.02}
    run(world, [{"tcp_to": step}])
    hand = world.moment.arm("right")
    behind = world.moment.point("pot.right_handle") - hand.tcp + [0, 0, 0.02]
    np.testing.assert_allclose(behind, 0.06 * hand.end_pose.matrix[:, 0], atol=RESIDUAL)


def test_carry_moves_the_object_not_the_gripper_to_the_place() -> None:
    """A cube that sits askew in the gripper still comes to the middle of the bowl."""
    world = IdealGrippers(LIBRARY.load("place_cube_in_bowl"), 1000)
    held = world.moment.arm("right").tcp + [0.01, -0.008, 0.004]
    objects = dict(world.state.objects)
    objects["cube"] = thing("cube", held, size=objects["cube"].size)
    world.state = replace(world.state, objects=objects)
    steps = [
        {"close": {"arm": "right"}},
        {"carry": {"arm": "right", "object": "cube", "to": "bowl.base", "above": 0.1}},
    ]
    run(world, steps)
    target = world.moment.point("bowl.base") + [0, 0, 0.1]
    np.testing.assert_allclose(world.moment.object("cube").pose.position, target, atol=RESIDUAL)


@pytest.mark.parametrize(
    ("task", "arm", "name"),
    [
        (CUBE, "right", "gripper.close"),
        (POT, "left", "left_gripper.close"),
        (POT, "both", "dual_gripper.close"),
    ],
)
def test_grippers_are_named_as_the_grammar_does(task: Any, arm: str, name: str) -> None:
    """Closing twice is one decision: the second finds it done."""
    world = IdealGrippers(task, 1000)
    (decision,) = run(world, [{"close": {"arm": arm}}, {"close": {"arm": arm}}])
    assert isinstance(decision, Aperture)
    assert decision.name == name
    assert run(world, [{"open": {"arm": arm}}])[0].name == name.replace("close", "open")


def test_a_refused_decision_is_followed_by_another() -> None:
    """The next axis is tried, then the first again."""
    world = IdealGrippers(CUBE, 1000)
    step = {"shift": {"arm": "right", "by": [0.03, 0.02, -0.04]}}
    routine = Routine(compile_routine([step], CUBE.names), CUBE.arms)
    tried = [routine.decide(world.moment, refused) for refused in (False, True, True, True)]
    assert [d.axis for d in tried if isinstance(d, Translate)] == ["x", "y", "z", "x"]


def test_a_step_that_gets_nowhere_is_given_up() -> None:
    """The routine goes on rather than spending the budget on one wish."""
    world = IdealGrippers(CUBE, 1000)
    steps = [{"shift": {"arm": "right", "by": [0.03, 0.0, 0.0]}}, {"close": {"arm": "right"}}]
    routine = Routine(compile_routine(steps, CUBE.names), CUBE.arms)
    decisions = [routine.decide(world.moment, True) for _ in range(PATIENCE + 1)]
    assert all(isinstance(decision, Translate) for decision in decisions[:-1])
    assert isinstance(decisions[-1], Aperture)


def test_aim_uses_the_symmetry_of_the_object() -> None:
    """A cube turned by 80 degrees is grasped like one turned by -10."""
    world = IdealGrippers(CUBE, 1000)
    turned = rotation.from_axis_angle([0, 0, 1], math.radians(80))
    cube = world.state.objects["cube"]
    placed = thing("cube", cube.pose.position, quaternion=turned, size=cube.size)
    world.state = replace(world.state, objects={"cube": placed})
    aim = {"arm": "right", "elevation_deg": 90, "along": "cube"}
    decisions = run(world, [{"aim": {**aim, "symmetry_deg": 90}}])
    assert [d.angle_deg for d in decisions] == pytest.approx([90.0, 10.0])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("raw", "place", "expected"),
    [
        ("close", (), "expected a list of steps"),
        ([{"clsoe": {"arm": "right"}}], (0,), "did you mean close?"),
        ([{"close": {"arm": "both"}}], (0, "close", "arm"), "allowed: right"),
        ([{"close": {}}], (0, "close"), "parameter arm is missing"),
        (
            [{"look": {"action": "view_topdown"}}],
            (0, "look", "action"),
            "mean camera.view_topdown?",
        ),
        (
            [{"tcp_to": {"arm": "right", "point": "cube", "above": 90}}],
            (0, "tcp_to", "above"),
            "90",
        ),
        ([{"shift": {"arm": "right", "by": [0, 0]}}], (0, "shift", "by"), "list of 3 numbers"),
        ([{"shift": {"arm": "right", "by": [0, 0, "5 cm"]}}], (0, "shift", "by"), "'5 cm'"),
        (
            [{"tcp_to": {"arm": "right", "point": "cube", "order": "xxz"}}],
            (0, "tcp_to", "order"),
            "auto",
        ),
        ([7], (0,), "expected one name"),
    ],
)
def test_wrong_routines_are_refused(raw: Any, place: tuple[Any, ...], expected: str) -> None:
    """With place and what is allowed."""
    with pytest.raises(DeclarationError) as caught:
        compile_routine(raw, CUBE.names)
    assert any(m.place == place and expected in m.message for m in caught.value.mistakes)
