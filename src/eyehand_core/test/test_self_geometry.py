"""Proprioception as a model reads it."""

from __future__ import annotations

import json
import math
from dataclasses import fields, replace

import numpy as np
import pytest
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.self_geometry import gripper_state, self_geometry
from eyehand_core.world_state import ArmState
from hypothesis import given
from hypothesis import strategies as st

# Home of the published robot's right arm: rx = +Y, ry = -X, rz = +Z.
HOME = Pose.of([0.306, -0.322, 0.934], rotation.from_rpy(0.0, 0.0, math.pi / 2))


def arm_at(pose: Pose, aperture: float = 1.0, command: float = 1.0, rest: bool = True) -> ArmState:
    """Return an arm state at an end pose, with the grip centre 74 mm ahead along rx."""
    return ArmState(
        name="right",
        end_pose=pose,
        grip_center=pose.transform([0.074, 0.0, 0.0]),
        tcp=pose.transform([0.12, 0.0, 0.0]),
        joint_positions=np.full(6, 0.123456),
        joint_velocities=np.zeros(6),
        aperture=aperture,
        aperture_command=command,
        fingers_at_rest=rest,
    )


def test_home_looks_forward() -> None:
    block = self_geometry(arm_at(HOME))
    assert block["finger_center_xyz"] == [0.306, -0.248, 0.934]
    assert block["control_eepose_xyz"] == [0.306, -0.322, 0.934]
    assert block["control_eepose_rpy_deg"] == [0.0, 0.0, 90.0]
    assert block["control_eepose_quat"] == [0.70711, 0.0, 0.0, 0.70711]
    assert block["local_axes_world"] == {
        "rx": [0.0, 1.0, 0.0],
        "ry": [-1.0, 0.0, 0.0],
        "rz": [0.0, 0.0, 1.0],
    }
    assert block["grip_center_direction_world"] == [0.0, 1.0, 0.0]
    assert block["grip_center_length_m"] == 0.074
    assert block["rx_angle_deg_to"] == {
        "+X": 90.0, "-X": 90.0, "+Y": 0.0, "-Y": 180.0, "+Z": 90.0, "-Z": 90.0,
    }  # fmt: skip
    assert block["rx_angle_deg_to_table_down"] == 90.0


@pytest.mark.parametrize(
    ("turned", "within_30", "within_45"),
    [(90, True, True), (65, True, True), (55, False, True), (40, False, False)],
)
def test_table_down_is_a_quarter_turn_about_ry(
    turned: float, within_30: bool, within_45: bool
) -> None:
    arm = arm_at(HOME)
    tilted = HOME.rotated_about(arm.grip_center, [0, 1, 0], math.radians(turned))
    block = self_geometry(arm_at(tilted))
    assert block["rx_angle_deg_to_table_down"] == 90.0 - turned
    assert block["top_down_within_30_deg"] is within_30
    assert block["top_down_within_45_deg"] is within_45
    assert block["finger_center_xyz"] == [0.306, -0.248, 0.934]


@pytest.mark.parametrize(
    ("aperture", "command", "rest", "is_open", "is_closed"),
    [
        (1.0, 1.0, True, True, False),
        (0.8, 1.0, True, False, False),
        (0.0, 0.0, True, False, True),
        (0.5, 0.0, True, False, True),  # holds something: reads like an empty close
        (0.5, 0.0, False, False, False),
        (0.0, 0.2, True, False, False),
    ],
)
def test_open_is_measured_and_closed_does_not_reveal_a_grasp(
    aperture: float, command: float, rest: bool, is_open: bool, is_closed: bool
) -> None:
    state = gripper_state(arm_at(HOME, aperture, command, rest))
    assert (state["is_open"], state["is_closed"]) == (is_open, is_closed)


@given(
    rpy=st.tuples(*[st.floats(-math.pi, math.pi)] * 3),
    position=st.tuples(*[st.floats(-1.0, 1.0)] * 3),
)
def test_block_is_plain_and_consistent(
    rpy: tuple[float, float, float], position: tuple[float, float, float]
) -> None:
    pose = Pose.of(position, rotation.from_rpy(*rpy))
    block = self_geometry(arm_at(pose))
    assert "-0.0," not in json.dumps(block, allow_nan=False)
    axes = np.array(list(block["local_axes_world"].values()))
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=4e-4)
    np.testing.assert_allclose(np.cross(axes[0], axes[1]), axes[2], atol=4e-4)
    angles = block["rx_angle_deg_to"]
    for letter in "XYZ":
        assert angles[f"+{letter}"] + angles[f"-{letter}"] == pytest.approx(180.0, abs=0.11)
    assert angles["-Z"] == block["rx_angle_deg_to_table_down"]


def test_joints_and_measured_aperture_are_not_shown() -> None:
    arm = replace(arm_at(HOME), aperture=0.4321, aperture_command=0.8765)
    text = json.dumps({**gripper_state(arm), **self_geometry(arm)})
    for secret in ("0.1234", "0.4321", "0.8765", "aperture", "joint_positions", "velocit"):
        assert secret not in text
    assert {"joint_positions", "aperture"} <= {field.name for field in fields(ArmState)}
