"""Arm states: how long a gripper command stands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from eyehand_core.robot import Robot
from eyehand_core.world_state import ArmState
from eyehand_executor.arm_states import ArmStateEstimator
from eyehand_executor.kinematics import Clearances, KinematicsCache
from eyehand_executor.pinocchio_backend import PinocchioKinematics
from eyehand_executor.robot_samples import Stillness, read_sample

_MS = 1_000_000
_PERIOD = 40 * _MS
Measure = Callable[[int, float], ArmState]


@pytest.fixture
def estimator(robot: Robot) -> ArmStateEstimator:
    kinematics = KinematicsCache(PinocchioKinematics.name, robot, Clearances())
    return ArmStateEstimator(robot, kinematics, Stillness())


@pytest.fixture
def measure(robot: Robot, estimator: ArmStateEstimator) -> Measure:
    """Return the state of the right arm at a stamp [ns] and with an aperture."""
    arm = robot.arms["right"]

    def measured(stamp_ns: int, aperture: float) -> ArmState:
        names = [*arm.joints, arm.gripper.joint]
        positions = [*arm.home, arm.gripper.position(aperture)]
        sample = read_sample(robot, stamp_ns, names, positions, [0.0] * len(names))
        assert sample is not None
        return estimator.states(sample)[0]

    return measured


def test_first_sample_gives_the_command(measure: Measure) -> None:
    assert measure(0, 0.75).aperture_command == pytest.approx(0.75)
    assert measure(_PERIOD, 0.25).aperture_command == pytest.approx(0.75)


@pytest.mark.parametrize("slipped", [0.0, 0.2, 1.0])
def test_object_that_slips_leaves_the_command(
    estimator: ArmStateEstimator, measure: Measure, slipped: float
) -> None:
    estimator.gripper_starts("right", 0.0)
    assert measure(0, 0.5).aperture_command == 0.0
    assert measure(_PERIOD, slipped).aperture_command == 0.0


def test_next_command_replaces_the_last(estimator: ArmStateEstimator, measure: Measure) -> None:
    estimator.gripper_starts("right", 0.0)
    measure(0, 0.5)
    estimator.gripper_starts("right", 1.0)
    assert measure(_PERIOD, 0.5).aperture_command == 1.0


@pytest.mark.parametrize("gap", [500 * _MS, 201 * _MS, -1])
def test_reset_forgets_even_a_command_that_moved_no_finger(
    estimator: ArmStateEstimator, measure: Measure, gap: int
) -> None:
    measure(10_000 * _MS, 0.995)
    estimator.gripper_starts("right", 0.0)
    assert measure(10_000 * _MS, 0.995).aperture_command == 0.0
    assert measure(10_000 * _MS + gap, 0.995).aperture_command == pytest.approx(0.995)


def test_longest_gap_without_a_reset_keeps_the_command(
    estimator: ArmStateEstimator, measure: Measure
) -> None:
    estimator.gripper_starts("right", 0.0)
    measure(0, 0.5)
    assert measure(200 * _MS, 0.9).aperture_command == 0.0


def test_reset_without_a_gap_is_told(estimator: ArmStateEstimator, measure: Measure) -> None:
    estimator.gripper_starts("right", 0.0)
    measure(0, 0.0)
    estimator.forget_commands()
    assert measure(_PERIOD, 1.0).aperture_command == pytest.approx(1.0)
