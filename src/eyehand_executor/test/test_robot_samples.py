"""Joint states: which arms are there, what counts as still, how the log is read."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from eyehand_core.robot import Robot
from eyehand_executor.robot_samples import RobotSample, SampleLog, Stillness, read_sample

NAMES = [f"{arm}_joint{n}" for arm in ("left", "right") for n in range(1, 7)]
NAMES += ["left_finger1_joint", "right_finger1_joint", "right_finger2_joint"]


def _read(robot: Robot, names: list[str]) -> RobotSample | None:
    values = {name: float(index) for index, name in enumerate(NAMES)}
    positions = [values[name] for name in names]
    return read_sample(robot, 7, names, positions, [0.5 * value for value in positions])


def test_any_order_of_names_gives_the_robot_files_order(robot: Robot) -> None:
    sample = _read(robot, NAMES)
    shuffled = _read(robot, NAMES[::-1])
    assert sample is not None
    assert shuffled is not None
    assert list(sample.arms) == list(shuffled.arms) == ["left", "right"]
    assert sample.configuration() == pytest.approx([*range(12), 12, 13])
    assert (shuffled.configuration() == sample.configuration()).all()
    assert sample.arms["right"].velocities == pytest.approx(0.5 * np.arange(6, 12))


def test_arm_with_a_missing_joint_takes_no_part(robot: Robot) -> None:
    for lost in ("left_joint4", "left_finger1_joint"):
        sample = _read(robot, [name for name in NAMES if name != lost])
        assert sample is not None
        assert list(sample.arms) == ["right"]


def test_foreign_joints_alone_are_no_sample(robot: Robot) -> None:
    assert read_sample(robot, 1, ["wheel"], [0.0], [0.0]) is None


def test_joint_states_without_velocities_are_no_sample(robot: Robot) -> None:
    assert read_sample(robot, 1, NAMES, [0.0] * len(NAMES), []) is None


def test_moving_arm_is_named(robot: Robot) -> None:
    velocities = [0.0] * len(NAMES)
    assert _moving(robot, velocities) is None
    velocities[NAMES.index("right_joint6")] = -0.02
    assert _moving(robot, velocities) == "right"
    velocities[NAMES.index("left_finger1_joint")] = 0.002
    assert _moving(robot, velocities) == "left"


def _moving(robot: Robot, velocities: list[float]) -> str | None:
    sample = read_sample(robot, 1, NAMES, [0.0] * len(NAMES), velocities)
    assert sample is not None
    return Stillness().moving_arm(sample)


def test_log_wakes_a_waiting_reader(robot: Robot) -> None:
    log = SampleLog()
    assert log.newest is None
    sample = _read(robot, NAMES)
    assert sample is not None
    writer = threading.Thread(target=log.put, args=(sample,))
    writer.start()
    while log.newest is None:
        log.wait(5.0)
    writer.join()
    assert log.newest is sample
    assert log.since(7) == [sample]
    assert log.since(8) == []
