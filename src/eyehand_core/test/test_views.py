"""Named views against the published table (VA-Bench, arXiv 2609.19554)."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from eyehand_core.errors import UnknownNameError
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import load_robot
from eyehand_core.views import NAMED_VIEWS, START_VIEW, anchor_point, view_pose
from hypothesis import given
from hypothesis import strategies as st

ROBOT = load_robot(Path(__file__).parents[3] / "config" / "robots" / "dual_x5.yaml")
CAMERA = CameraModel(
    width=ROBOT.active_camera.width,
    height=ROBOT.active_camera.height,
    vertical_fov=ROBOT.active_camera.vertical_fov,
)
SIDES = ("left", "right", "both")

grip_center = st.tuples(
    *[
        st.floats(lo, hi)
        for lo, hi in zip(ROBOT.workspace.lower, ROBOT.workspace.upper, strict=True)
    ]
)

# name: (distance [m], elevation [deg], image right for a right arm)
TABLE = {
    "view_topdown": (0.680, 90.0, (1.0, 0.0)),
    "view_side": (0.583, 6.0, (0.0, 1.0)),
    "view_front_side_45": (0.648, 16.0, (1.0, 1.0)),
    "view_side_top_45": (0.679, 45.0, (0.0, 1.0)),
    "view_oblique_45": (0.727, 35.0, (1.0, 1.0)),
}


def test_the_table_is_complete() -> None:
    assert set(TABLE) == set(NAMED_VIEWS)


@pytest.mark.parametrize("anchor", SIDES)
@pytest.mark.parametrize("name", TABLE)
@given(center=grip_center)
def test_view_looks_at_the_grip_center_as_published(
    name: str, anchor: str, center: tuple[float, float, float]
) -> None:
    distance, elevation, right = TABLE[name]
    pose = view_pose(name, anchor, center)
    offset = pose.position - np.array(center)
    assert CAMERA.project(pose.inverse().transform(center)) == pytest.approx(
        CAMERA.center, abs=1e-6
    )
    assert np.linalg.norm(offset) == pytest.approx(distance, abs=5e-4)
    measured = math.degrees(math.asin(offset[2] / np.linalg.norm(offset)))
    assert measured == pytest.approx(elevation, abs=0.5)
    expected = np.array([*right, 0.0]) / np.linalg.norm(right)
    if anchor == "left" and name != "view_topdown":
        expected[1] = -expected[1]
    assert pose.matrix[:, 0] == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize("name", NAMED_VIEWS)
@given(center=grip_center)
def test_left_view_mirrors_the_right_one(name: str, center: tuple[float, float, float]) -> None:
    right = view_pose(name, "right", center)
    left = view_pose(name, "left", (-center[0], center[1], center[2]))
    mirror = np.diag([-1.0, 1.0, 1.0])
    assert left.position == pytest.approx(mirror @ right.position, abs=1e-12)
    assert left.matrix[:, 2] == pytest.approx(mirror @ right.matrix[:, 2], abs=1e-9)


@pytest.mark.parametrize("anchor", SIDES)
@pytest.mark.parametrize("name", [*NAMED_VIEWS, START_VIEW])
@given(center=grip_center)
def test_every_view_of_the_workspace_is_inside_the_camera_box(
    name: str, anchor: str, center: tuple[float, float, float]
) -> None:
    """Published code clamped view_side already at the home pose; here no view is cut."""
    assert ROBOT.active_camera.box.contains(view_pose(name, anchor, center).position)


@pytest.mark.parametrize(("anchor", "x"), [("right", 0.17), ("left", -0.17), ("both", 0.0)])
def test_start_view_at_home(anchor: str, x: float) -> None:
    pose = view_pose(START_VIEW, anchor, (0.306, -0.248, 0.934))
    assert pose.position.tolist() == [0.0, -0.58, 1.48]
    target = (x, -0.268, 0.884)
    assert CAMERA.project(pose.inverse().transform(target)) == pytest.approx(
        CAMERA.center, abs=1e-6
    )


def test_start_view_never_looks_into_the_table() -> None:
    pose = view_pose(START_VIEW, "right", (0.3, -0.2, 0.75))
    target = (0.17, -0.22, 0.86)
    assert CAMERA.project(pose.inverse().transform(target)) == pytest.approx(
        CAMERA.center, abs=1e-6
    )


def test_both_is_the_mean_of_the_grip_centers() -> None:
    centers: dict[str, Array] = {
        "left": np.array([-0.3, -0.2, 0.9]),
        "right": np.array([0.1, 0.0, 1.1]),
    }
    assert anchor_point("both", centers) == pytest.approx([-0.1, -0.1, 1.0])
    assert anchor_point("left", centers) is centers["left"]


def test_unknown_names_list_the_allowed_ones() -> None:
    with pytest.raises(UnknownNameError, match="view_topdown"):
        view_pose("view_top", "right", (0, 0, 1))
    with pytest.raises(UnknownNameError, match="left, right"):
        view_pose("view_side", "middle", (0, 0, 1))
    with pytest.raises(UnknownNameError, match="both, right"):
        anchor_point("left", {"right": np.zeros(3)})
    with pytest.raises(UnknownNameError, match="both"):
        anchor_point("both", {})
