"""The parts of servo: goals read, colours found, Jacobians learned, turns composed."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from eyehand_agent.policies.policy import POLICIES, PolicyContext
from eyehand_agent.servo.blobs import Picture, find_blobs
from eyehand_agent.servo.goal import read_goal
from eyehand_agent.servo.hand import Hand
from eyehand_agent.servo.image_jacobian import Sample, learn, learn_like
from eyehand_agent.servo.lost_sight import LostSightError
from eyehand_agent.servo.sight import recognise, see
from eyehand_core.decisions import manipulation_grammar
from eyehand_core.errors import ConfigError
from eyehand_core.geometry import rotation
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.observation import View
from eyehand_core.tasks.library import Library
from eyehand_core.views import view_pose
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from observations import observation

from eyehand_agent import policies

policies.load()

LENS = CameraModel(width=1280, height=960, vertical_fov=math.radians(37.0))
TABLE, GREY, RED, BLUE = (188, 199, 204), (125, 118, 112), (25, 30, 217), (191, 115, 64)
"""Blue green red."""

place = st.floats(-0.3, 0.3)
height = st.floats(0.7, 0.9)


# --- goals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "skill", "thing", "color", "where", "into"),
    [
        ("grasp_single_cube", "grasp", "cube", "", None, False),
        ("grasp_single_bottle_upright", "grasp", "upright bottle", "", None, False),
        ("click_bell", "press", "bell", "", None, False),
        ("place_cube_in_bowl", "place", "red cube", "red", "bowl", True),
        ("place_single_cube", "place", "red cube", "red", "green area", False),
    ],
)
def test_goal_sentences_of_the_tasks_are_read(  # noqa: PLR0913 - columns of the table above
    task: str, skill: str, thing: str, color: str, where: str | None, into: bool
) -> None:
    """Skill, things, colours and whether the place is a container."""
    config = Path(__file__).resolve().parents[3] / "config"
    goal = read_goal(Library(config).load(task).goal)
    assert (goal.skill, goal.thing.words, goal.thing.color) == (skill, thing, color)
    assert (goal.place.words if goal.place else None) == where
    assert goal.into == into


@pytest.mark.slow
@given(st.text())
def test_any_other_sentence_is_an_error_that_says_what_is_known(text: str) -> None:
    """Never another exception."""
    try:
        read_goal(text)
    except ConfigError as error:
        assert "press the" in str(error)


# --- Jacobian ------------------------------------------------------------------------------------


def seen_from_above(hand: NDArray[np.float64], point: NDArray[np.float64]) -> Sample:
    """Return what the view from above shows, by the stack's own camera geometry."""
    seen = view_pose("view_topdown", "right", hand).inverse().transform(point)
    return Sample(hand=hand[:2], pixel=LENS.project(seen) - LENS.center)


@given(x=place, y=place, z=height, other_z=height)
def test_the_learned_jacobian_finds_points_at_any_height(
    x: float, y: float, z: float, other_z: float
) -> None:
    """Three looks tell where a point is; two more tell it of a point at another height."""
    hands = [
        np.array([0.3, -0.25, 0.93]),
        np.array([0.24, -0.25, 0.93]),
        np.array([0.24, -0.2, 0.93]),
    ]
    point, other = np.array([x, y, z]), np.array([y, x, other_z])
    jacobian = learn([seen_from_above(hand, point) for hand in hands])
    assert jacobian is not None
    assert jacobian.place == pytest.approx(point[:2], abs=1e-9)
    like = learn_like(jacobian, [seen_from_above(hand, other) for hand in hands[:2]])
    assert like is not None
    assert like.place == pytest.approx(other[:2], abs=1e-9)
    ahead = seen_from_above(hands[0], point + [0.0, 0.02, 0.0]).pixel
    offset = jacobian.to_world(ahead - seen_from_above(hands[0], point).pixel)
    assert offset == pytest.approx([0.0, 0.02], abs=1e-9)


def test_moves_along_one_line_teach_nothing() -> None:
    """The direction across it stays unknown."""
    hands = [np.array([0.3 - 0.05 * index, -0.25, 0.93]) for index in range(4)]
    point = np.array([0.2, -0.1, 0.76])
    assert learn([seen_from_above(hand, point) for hand in hands]) is None
    assert learn([seen_from_above(hands[0], point)]) is None


# --- hand ----------------------------------------------------------------------------------------

angle = st.floats(-math.pi, math.pi)


@given(roll=angle, pitch=st.floats(-1.5, 1.5), yaw=angle)
def test_turns_about_own_axes_lead_to_any_posture(roll: float, pitch: float, yaw: float) -> None:
    """Carried out one after the other, the decisions give the axes asked for."""
    wanted = rotation.to_matrix(rotation.from_rpy(roll, pitch, yaw))
    first = observation()
    pose = first.arms["right"].end_pose
    steps = Hand(first, 0.046).turn(wanted, "test")
    text = next(steps, None)
    while text is not None:
        decision = json.loads(text)
        axis = np.eye(3)[("rx", "ry", "rz").index(decision["axis"])]
        amount = math.radians(decision["angle_deg"]) * (1 if decision["sign"] == "+" else -1)
        pose = pose.rotated_about(pose.position, axis, amount)
        try:
            text = steps.send(first)
        except StopIteration:
            break
    difference = pose.matrix.T @ wanted
    assert math.acos(min(1.0, (np.trace(difference) - 1) / 2)) < math.radians(2.0)


# --- sight ---------------------------------------------------------------------------------------


def picture(*, red: tuple[int, int] = (300, 500), robot: int = 900) -> Picture:
    """Return a table with a red square, a blue disc, and a robot with a red and a blue spot."""
    image = np.full((960, 1280, 3), TABLE, dtype=np.uint8)
    cv2.rectangle(image, (red[0] - 40, red[1] - 40), (red[0] + 40, red[1] + 40), RED, -1)
    cv2.circle(image, (700, 200), 90, BLUE, -1)
    cv2.rectangle(image, (robot, 300), (robot + 250, 959), GREY, -1)
    cv2.rectangle(image, (robot + 50, 500), (robot + 200, 700), RED, -1)
    cv2.circle(image, (robot + 125, 400), 60, BLUE, -1)
    return image


@pytest.mark.slow
def test_things_are_told_from_the_robot_by_what_borders_them() -> None:
    """The robot's spots are larger, but the robot borders them, not the table."""
    hues = recognise([picture()], read_goal("Pick up the red cube and put it inside the bowl."))
    blob = see(picture(), hues["thing"])
    assert blob is not None
    assert blob.center == pytest.approx([300 - 639.5, 500 - 479.5], abs=1.0)
    assert not blob.cut
    bowl = see(picture(), hues["place"])
    assert bowl is not None
    assert bowl.center == pytest.approx([700 - 639.5, 200 - 479.5], abs=1.0)
    assert any(found.on_table < 0.3 for found in find_blobs(picture()))


def test_what_is_cut_or_missing_is_said() -> None:
    """A thing at the edge of the picture is marked, one that is not there is an error."""
    blob = see(picture(red=(10, 500)), 0.0)
    assert blob is not None
    assert blob.cut
    assert see(picture(), 62.0) is None
    with pytest.raises(LostSightError, match="green cube"):
        recognise([picture()], read_goal("Grasp the green cube."))


# --- policy --------------------------------------------------------------------------------------


def jpeg(image: Picture) -> bytes:
    """Return the encoded picture."""
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.mark.slow
def test_an_endless_blindness_ends_in_a_stop_within_the_protocol() -> None:
    """Every decision is admissible, also when nothing comes of them; then it gives up."""
    grammar = manipulation_grammar(("right",))
    context = PolicyContext(
        kind="manipulation",
        grammar=grammar,
        views_per_turn=1,
        chance=0,
        settings={"finger_reach_mm": 46.0},
    )
    policy = POLICIES["servo"].build(context)
    turn = observation(
        instruction="Grasp the cube.",
        views=(View(name="center_high", jpeg=jpeg(picture()), stamp=0.0),),
    )
    for _ in range(60):
        decision = grammar.parse(policy.decide(turn, ""))
        assert hasattr(decision, "kind"), decision
        if not decision.kind.costs_step:
            break
    assert decision.name == "stop"


def test_servo_is_not_privileged() -> None:
    """It is built without task file, robot and true state."""
    assert not POLICIES["servo"].privileged
