"""World and executor as real processes, and a client that commands and listens."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rclpy
from control_msgs.action import FollowJointTrajectory
from executor_cases import ROOT
from eyehand_nodekit.callers import ActionCaller, RunningGoal, ServiceCaller
from rclpy.executors import SingleThreadedExecutor
from sensor_msgs.msg import JointState

from eyehand_interfaces.action import MoveArms
from eyehand_interfaces.msg import ArmCommand, ArmStates, ObjectStates
from eyehand_interfaces.srv import ResetWorld
from eyehand_nodekit import qos, stamps

DOMAIN = 12
LONG_S = 120.0
TRANSLATE, ROTATE, OPEN, CLOSE = range(4)
ONE_ARM_TASK, TWO_ARM_TASK = "place_cube_in_bowl", "lift_pot"


def slow_share(folder: Path, velocity_scale: float) -> Path:
    """Copy ``config`` and ``urdf`` with a slower robot, so that clients can interfere in time."""
    for name in ("config", "urdf"):
        shutil.copytree(ROOT / name, folder / name)
    file = folder / "config" / "robots" / "dual_x5.yaml"
    text = file.read_text(encoding="utf-8")
    changed = text.replace("velocity_scale: 0.5", f"velocity_scale: {velocity_scale}")
    assert changed != text
    file.write_text(changed, encoding="utf-8")
    return folder


def start_node(module: str, share: Path, *parameters: str) -> subprocess.Popen[str]:
    arguments = [f"robot:={share}/config/robots/dual_x5.yaml", f"config:={share}/config"]
    flags = [word for value in (*arguments, *parameters) for word in ("-p", value)]
    return subprocess.Popen(
        [sys.executable, "-m", module, "--ros-args", *flags],
        env={**os.environ, "ROS_DOMAIN_ID": str(DOMAIN), "EYEHAND_WATCH_PARENT": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )


def start_world(share: Path, *parameters: str) -> subprocess.Popen[str]:
    return start_node("eyehand_world.world_node", share, "profile:=fast", *parameters)


def start_executor(share: Path, *parameters: str) -> subprocess.Popen[str]:
    return start_node("eyehand_executor.executor_node", share, *parameters)


class Client:
    """Talks to executor and world from a node of its own."""

    def __init__(self) -> None:
        self._context = rclpy.Context()
        rclpy.init(context=self._context, domain_id=DOMAIN)
        self.node = rclpy.create_node("executor_tester", context=self._context)
        self.arms: list[Any] = []
        self.joints: list[Any] = []
        self.objects: list[Any] = []
        self._changed = threading.Condition()
        for kind, topic, kept in (
            (ArmStates, "arms", self.arms),
            (JointState, "joint_states", self.joints),
            (ObjectStates, "world/objects", self.objects),
        ):
            self.node.create_subscription(
                kind, topic, lambda m, kept=kept: self._keep(kept, m), qos.STATES
            )
        self._mover = ActionCaller(self.node, MoveArms, "move_arms", "executor")
        self._reset = ServiceCaller(self.node, ResetWorld, "reset_world", "world")
        self.left_arm = ActionCaller(
            self.node,
            FollowJointTrajectory,
            "left_arm_controller/follow_joint_trajectory",
            "left_arm_controller",
        )
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self.node)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self._executor.shutdown()
        self.node.destroy_node()
        rclpy.shutdown(context=self._context)

    def reset(self, task: str, seed: int = 1000) -> None:
        """Reset until the executor has heard of it: a world says nothing to late subscribers."""
        end = time.monotonic() + LONG_S
        while time.monotonic() < end:
            response = self._reset.call(ResetWorld.Request(task=task, seed=seed), LONG_S)
            assert response.ok, response.error
            stamp = response.stamp
            if self.until(lambda stamp=stamp: self._heard(stamp), 3.0) and self._mover.ready():
                return
        raise AssertionError("the executor does not publish arms after a reset")

    def send(self, *commands: tuple[str, int, int, float], **fields: Any) -> RunningGoal:
        goal = MoveArms.Goal(
            commands=[
                ArmCommand(arm=arm, kind=kind, axis=axis, amount=amount)
                for arm, kind, axis, amount in commands
            ],
            **fields,
        )
        running = self._mover.send(goal, LONG_S)
        assert running is not None
        return running

    def move(self, *commands: tuple[str, int, int, float], **fields: Any) -> Any:
        return self.send(*commands, **fields).wait(LONG_S).result

    def until(self, condition: Callable[[], bool], seconds: float = LONG_S) -> bool:
        with self._changed:
            return self._changed.wait_for(condition, timeout=seconds)

    def rest(self) -> None:
        """Wait until the world has paused."""
        newest = self.joints[-1].header.stamp
        assert self.until(
            lambda: (
                self.objects[-1].at_rest
                and stamps.to_nanoseconds(self.objects[-1].header.stamp)
                >= stamps.to_nanoseconds(newest)
            )
        )

    @property
    def right(self) -> Any:
        return next(arm for arm in self.arms[-1].arms if arm.name == "right")

    def _heard(self, stamp: Any) -> bool:
        return bool(self.arms) and self.arms[-1].header.stamp == stamp

    def _keep(self, kept: list[Any], message: Any) -> None:
        with self._changed:
            kept.append(message)
            self._changed.notify_all()

    def _spin(self) -> None:
        while not self._stop.is_set():
            self._executor.spin_once(timeout_sec=0.1)
