"""Bounded increments and refusals of the active camera."""

from __future__ import annotations

import math

import numpy as np
import pytest
from eyehand_core.camera_motion import INCREMENTS, CameraRequest, move_camera
from eyehand_core.decisions.camera_actions import camera_forms
from eyehand_core.decisions.decision import Look
from eyehand_core.geometry.pose import Pose
from eyehand_core.robot import Box
from eyehand_core.views import NAMED_VIEWS, view_pose
from hypothesis import given
from hypothesis import strategies as st

OPEN_BOX = Box(lower=(-9.0, -9.0, -9.0), upper=(9.0, 9.0, 9.0))
BOX = Box(lower=(-1.15, -0.95, 0.78), upper=(1.15, 0.35, 2.05))
HOME = {"left": np.array([-0.306, -0.248, 0.934]), "right": np.array([0.306, -0.248, 0.934])}

OPPOSITES = [
    ("move_left.small", "move_right.small"),
    ("move_up.small", "move_down.small"),
    ("zoom_in", "zoom_out"),
    ("yaw_left.small", "yaw_right.small"),
    ("pitch_up.small", "pitch_down.small"),
]

level_pose = st.builds(
    view_pose,
    st.sampled_from(sorted(NAMED_VIEWS)),
    st.sampled_from(["left", "right", "both"]),
    st.tuples(st.floats(-0.5, 0.5), st.floats(-0.4, 0.3), st.floats(0.74, 1.3)),
)
any_pose = st.builds(
    Pose.of,
    st.tuples(*[st.floats(-2.0, 2.0)] * 3),
    st.tuples(*[st.floats(0.1, 1.0)] * 4),
)


def moved(action: str, pose: Pose) -> Pose:
    move = move_camera(CameraRequest(action=action), pose, {}, OPEN_BOX)
    assert move.accepted
    return move.pose


def test_every_increment_has_an_opposite() -> None:
    assert {name for pair in OPPOSITES for name in pair} == set(INCREMENTS)


@pytest.mark.parametrize("arms", [("right",), ("left", "right")])
def test_every_camera_action_of_the_grammar_can_be_carried_out(arms: tuple[str, ...]) -> None:
    looks = [form.build({}, "r") for form in camera_forms(arms)]
    commands = {look.command for look in looks if isinstance(look, Look)}
    assert commands == {*NAMED_VIEWS, *INCREMENTS}
    centers = {arm: HOME[arm] for arm in arms}
    start = view_pose("view_oblique_45", "both", (0.0, -0.2, 0.9))
    for look in looks:
        assert isinstance(look, Look)
        request = CameraRequest(action=look.command, anchor=look.anchor)
        assert move_camera(request, start, centers, BOX).accepted


@pytest.mark.parametrize(("forth", "back"), [*OPPOSITES, *[pair[::-1] for pair in OPPOSITES]])
@given(pose=any_pose)
def test_opposite_increments_cancel(forth: str, back: str, pose: Pose) -> None:
    returned = moved(back, moved(forth, pose))
    assert returned.distance_to(pose) < 1e-12
    assert returned.angle_to(pose) < 1e-7


@pytest.mark.parametrize(
    ("action", "shift"),
    [
        ("move_left.small", (-0.05, 0.0, 0.0)),
        ("move_right.small", (0.05, 0.0, 0.0)),
        ("move_up.small", (0.0, -0.05, 0.0)),
        ("move_down.small", (0.0, 0.05, 0.0)),
        ("zoom_in", (0.0, 0.0, 0.08)),
        ("zoom_out", (0.0, 0.0, -0.08)),
    ],
)
@given(pose=any_pose)
def test_shifts_are_along_the_image_axes(
    action: str, shift: tuple[float, float, float], pose: Pose
) -> None:
    after = moved(action, pose)
    assert pose.inverse().transform(after.position) == pytest.approx(shift, abs=1e-9)
    assert after.quaternion.tolist() == pose.quaternion.tolist()


@pytest.mark.parametrize(("action", "sign"), [("yaw_left.small", 1.0), ("yaw_right.small", -1.0)])
@given(pose=any_pose)
def test_yaw_turns_ten_degrees_about_world_z(action: str, sign: float, pose: Pose) -> None:
    after = moved(action, pose)
    assert after.position.tolist() == pose.position.tolist()
    angle = sign * math.radians(10.0)
    turn = np.array(
        [
            [math.cos(angle), -math.sin(angle), 0.0],
            [math.sin(angle), math.cos(angle), 0.0],
            [0.0, 0.0, 1.0],
        ]
    )
    assert after.matrix == pytest.approx(turn @ pose.matrix, abs=1e-9)


@pytest.mark.parametrize(("action", "sign"), [("pitch_up.small", 1.0), ("pitch_down.small", -1.0)])
@given(pose=any_pose)
def test_pitch_turns_the_sight_towards_image_up(action: str, sign: float, pose: Pose) -> None:
    after = moved(action, pose)
    assert after.position.tolist() == pose.position.tolist()
    sight = pose.matrix.T @ after.matrix[:, 2]
    angle = math.radians(10.0)
    assert sight == pytest.approx([0.0, -sign * math.sin(angle), math.cos(angle)], abs=1e-9)


@given(pose=level_pose)
def test_yaw_left_and_move_left_agree_with_the_image(pose: Pose) -> None:
    """What was in the middle wanders to the right when the camera turns or moves to the left."""
    target = pose.transform([0.0, 0.0, 0.6])
    for action in ("move_left.small", "yaw_left.small"):
        x, _, _ = moved(action, pose).inverse().transform(target)
        if action == "yaw_left.small" and abs(pose.matrix[2, 2]) > 0.9:
            continue  # seen from above, a turn about world z turns the image instead
        assert x > 0.0


def test_increment_out_of_the_box_is_refused_and_nothing_moves() -> None:
    pose = Pose.of([1.12, 0.0, 1.0], view_pose("view_side", "right", HOME["right"]).quaternion)
    move = move_camera(CameraRequest(action="zoom_out"), pose, {}, BOX)
    assert move.code == "outside_camera_box"
    assert not move.accepted
    assert move.pose is pose
    assert "1.15" in move.message


@given(st.lists(st.sampled_from(sorted(INCREMENTS)), max_size=40))
def test_the_camera_never_leaves_its_box(actions: list[str]) -> None:
    pose = view_pose("view_side", "right", HOME["right"])
    for action in actions:
        pose = move_camera(CameraRequest(action=action), pose, {}, BOX).pose
        assert BOX.contains(pose.position)


def test_view_goes_to_its_anchor_from_anywhere() -> None:
    request = CameraRequest(action="view_side", anchor="left")
    move = move_camera(request, Pose.of([0.0, 0.0, 1.0]), HOME, BOX)
    assert move.accepted
    assert move.pose.position == pytest.approx([-0.886, -0.268, 0.994])


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (CameraRequest(action="view_side", anchor="middle"), "unknown_anchor"),
        (CameraRequest(action="view_side"), "unknown_anchor"),
        (CameraRequest(action="view_sid", anchor="left"), "unknown_camera_action"),
    ],
)
def test_unknown_names_are_refused_with_the_valid_ones(request_: CameraRequest, code: str) -> None:
    move = move_camera(request_, Pose.of([0.0, 0.0, 1.0]), HOME, BOX)
    assert move.code == code
    assert "allowed" in move.message
