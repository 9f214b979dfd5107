"""The doctor of a running robot, against real nodes that are broken on purpose."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from eyehand_bench.cli.main import main
from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS
from eyehand_bench.doctor.cell.facts import CellFacts, JointFacts
from eyehand_bench.doctor.cell.judge import judge_cell
from eyehand_bench.doctor.finding import Finding, Level
from eyehand_core.robot import Robot, load_robot

from eyehand_bench import library

ROBOT = "dual_x5"
SECOND_NS = 10**9


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot(library.robot_files()[ROBOT])


def failures(findings: dict[str, Finding]) -> dict[str, Finding]:
    """Return what failed; each must say what to do."""
    failed = {name: found for name, found in findings.items() if found.level is Level.FAIL}
    assert all(found.found and found.remedy for found in failed.values())
    return failed


def test_nothing_at_all_fails_everywhere_and_never_crashes(robot: Robot) -> None:
    failed = failures(judge_cell(robot, CellFacts()))
    named = " ".join(failed)
    for word in ("nodes", "controller", "joint", "frame", "camera", "clock", "topic", "service"):
        assert word in named or word == "camera"
    assert all(CELL_CHECKS[name].__doc__ for name in CELL_CHECKS)


@pytest.mark.parametrize(
    ("clock_ns", "publishers", "machine_ns", "fine"),
    [
        (100 * SECOND_NS, 1, 0, True),
        (99 * SECOND_NS, 1, 0, False),
        (101 * SECOND_NS, 1, 0, False),
        (None, 1, 0, False),
        (100 * SECOND_NS, 2, 0, False),
        (None, 0, 100 * SECOND_NS, True),
        (None, 0, 400 * SECOND_NS, False),
    ],
)
def test_clock_is_judged_by_whoever_gives_the_time(
    robot: Robot, clock_ns: int | None, publishers: int, machine_ns: int, fine: bool
) -> None:
    joints = JointFacts(
        names=frozenset(), stamp_ns=100 * SECOND_NS, has_velocities=True, has_efforts=True
    )
    facts = CellFacts(
        joints=joints,
        clock_ns=clock_ns,
        machine_ns=machine_ns,
        publishers={"clock": publishers},
    )
    assert ("clock" not in failures(judge_cell(robot, facts))) is fine


def test_an_unknown_robot_is_a_wrong_argument(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--robot", "dual_x6"]) == 2
    assert "dual_x5" in capsys.readouterr().err


class Stack:
    """All nodes in a domain of their own."""

    def __init__(self, domain: int, parts: ExitStack) -> None:
        from eyehand_nodekit.testing.node_process import NodeProcess

        self._domain = domain
        self._parts = parts
        self._kind = NodeProcess
        self.camera = self.start("camera")
        self.start("world", profile="fast")
        self.start("executor")
        self.start("monitor")
        self.start("agent", agent="noop")

    def start(self, name: str, **parameters: Any) -> Any:
        """Start one node."""
        node = self._kind(
            f"eyehand_{name}",
            f"{name}_node",
            self._domain,
            robot=library.robot_files()[ROBOT],
            config=library.config_folder(),
            **parameters,
        )
        self._parts.callback(node.kill)
        return node


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    pytest.importorskip("rclpy")
    from eyehand_bench.stack.domain import reserve_domain

    with ExitStack() as parts:
        domain = parts.enter_context(reserve_domain()).number
        before = os.environ.get("ROS_DOMAIN_ID")
        os.environ["ROS_DOMAIN_ID"] = str(domain)
        yield Stack(domain, parts)
        os.environ.pop("ROS_DOMAIN_ID")
        if before is not None:
            os.environ["ROS_DOMAIN_ID"] = before


def examined(robot: Robot) -> dict[str, Finding]:
    from eyehand_bench.doctor.cell.ros_graph import gather

    return judge_cell(robot, gather(robot))


@pytest.mark.ros
@pytest.mark.sim
class TestRunningGraph:
    """In order: healthy, wrong names, dead camera, two of a node; then a stale clock."""

    def test_a_healthy_stack_passes(self, stack: Stack, capsys: pytest.CaptureFixture[str]) -> None:
        for _ in range(10):  # nodes take their time to start
            status, told = main(["doctor", "--robot", ROBOT]), capsys.readouterr().out
            if status == 0:
                break
        assert status == 0, told
        assert "FAIL" not in told

    def test_wrong_names_are_told_with_the_nearest_right_one(
        self, stack: Stack, robot: Robot
    ) -> None:
        right = robot.arms["right"]
        wrong = replace(
            right,
            arm_controller="right_arm_controler",
            joints=(*right.joints[:5], "right_joint_6"),
            tcp_frame="right_tpc",
        )
        failed = failures(examined(replace(robot, arms={**robot.arms, "right": wrong})))
        assert set(failed) == {
            "controller right_arm_controler",
            "joint right_joint_6",
            "joint right_joint_6 (description)",
            "frame right_tpc",
        }
        assert "right_joint6" in failed["joint right_joint_6"].found
        assert "right_tcp" in failed["frame right_tpc"].found

    def test_a_dead_camera_is_named(self, stack: Stack, capsys: pytest.CaptureFixture[str]) -> None:
        stack.camera.process.send_signal(signal.SIGSTOP)
        try:
            assert main(["doctor", "--robot", ROBOT]) == 3
        finally:
            stack.camera.process.send_signal(signal.SIGCONT)
        assert " failed: camera" in capsys.readouterr().out

    def test_two_nodes_of_a_name_are_named(self, stack: Stack, robot: Robot) -> None:
        second = stack.start("executor")
        for _ in range(10):
            failed = failures(examined(robot))
            if "topic safety" in failed:
                break
        second.kill()
        assert "2 nodes" in failed["node /executor"].found
        assert "2 publishers" in failed["topic safety"].found


@pytest.mark.ros
@pytest.mark.sim
def test_a_stale_clock_is_named(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody hears the world's clock, so that its stamps are far from this machine's time."""
    pytest.importorskip("rclpy")
    from eyehand_bench.stack.domain import reserve_domain

    with reserve_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain.number))
        files = ("robot", library.robot_files()[ROBOT]), ("config", library.config_folder())
        words = [word for name, path in files for word in ("-p", f"{name}:={path}")]
        world = subprocess.Popen(
            [sys.executable, "-m", "eyehand_world.world_node", "--ros-args", *words]
            + ["-r", "clock:=nobody_hears"]
        )
        try:
            for _ in range(10):
                failed = failures(examined(robot))
                if "joint_states" not in failed:
                    break
        finally:
            world.kill()
            world.wait()
    assert "stale" in failed["clock"].remedy
    assert "behind this machine's clock" in failed["clock"].found
