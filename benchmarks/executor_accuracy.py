"""How accurately the executor carries out metric commands, through the real nodes.

Starts the MuJoCo world and the executor, brings the robot into start poses by random legal
commands, and sends random legal commands from each. Targets: whenever success is reported the
measured end pose is within 1 mm and 0.5 degrees of the command and the grip centre drifts at most
1.5 mm during a turn; a command that is refused or cannot be planned moves nothing.

    python benchmarks/executor_accuracy.py --commands 200 --poses 20 --out accuracy.json

Run it from the root of the repository in the environment of the stack. Prints a table, writes
JSON, and exits with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import rclpy
from eyehand_nodekit.callers import ActionCaller, ServiceCaller
from rclpy.executors import SingleThreadedExecutor

from eyehand_interfaces.action import MoveArms
from eyehand_interfaces.msg import ArmCommand, ArmStates, ObjectStates
from eyehand_interfaces.srv import ResetWorld
from eyehand_nodekit import qos

ROOT = Path(__file__).resolve().parents[1]
TASKS = {"place_cube_in_bowl": ("right",), "lift_pot": ("left", "right")}
LONG_S = 180.0
PREPARATION = 4
POSITION_LIMIT_MM, ANGLE_LIMIT_DEG, DRIFT_LIMIT_MM = 1.0, 0.5, 1.5


@dataclass(frozen=True, kw_only=True)
class Row:
    """One command and what became of it."""

    task: str
    command: str
    arms: int
    code: str
    valid: bool
    success: bool
    position_error_mm: float
    orientation_error_deg: float
    drift_mm: float
    moved: bool
    planning_ms: float
    wall_ms: float


class Stack:
    """World and executor as processes, and a client of both."""

    def __init__(self) -> None:
        self._processes = [
            self._start("eyehand_world.world_node", "profile:=fast"),
            self._start("eyehand_executor.executor_node"),
        ]
        rclpy.init()
        node = rclpy.create_node("executor_accuracy")
        self.arms: list[Any] = []
        self._resting: Any = None
        self._changed = threading.Condition()
        node.create_subscription(ArmStates, "arms", self._take_arms, qos.STATES)
        node.create_subscription(ObjectStates, "world/objects", self._take_objects, qos.STATES)
        self._mover = ActionCaller(node, MoveArms, "move_arms", "executor")
        self._resetter = ServiceCaller(node, ResetWorld, "reset_world", "world")
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(node)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin)
        self._thread.start()

    def close(self) -> None:
        """End client and processes."""
        self._stop.set()
        self._thread.join()
        rclpy.shutdown()
        for process in reversed(self._processes):
            process.send_signal(signal.SIGINT)
        for process in self._processes:
            process.wait(60)

    def reset(self, task: str, seed: int) -> None:
        """Reset the world until the executor has heard of it."""
        for _ in range(20):
            response = self._resetter.call(ResetWorld.Request(task=task, seed=seed), LONG_S)
            if not response.ok:
                raise RuntimeError(response.error)
            stamp = response.stamp
            if self._until(lambda stamp=stamp: self._at(stamp), 5.0) and self._mover.ready():
                return
        raise RuntimeError("the executor does not publish arms after a reset")

    def move(self, commands: list[ArmCommand]) -> Any:
        """Send one request and wait until the world rests again."""
        goal = MoveArms.Goal(commands=commands, not_before=self._resting.header.stamp)
        result = self._mover.call(goal, LONG_S)
        self._until(lambda: self._at(self._resting.header.stamp) and self._rested(result), LONG_S)
        return result

    def _rested(self, result: Any) -> bool:
        newest, end = self._resting.header.stamp, result.end
        return (newest.sec, newest.nanosec) >= (end.sec, end.nanosec)

    def _at(self, stamp: Any) -> bool:
        return bool(self.arms) and self.arms[-1].header.stamp == stamp

    def _until(self, condition: Callable[[], bool], seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(condition, timeout=seconds)

    def _take_arms(self, message: Any) -> None:
        with self._changed:
            self.arms.append(message)
            self._changed.notify_all()

    def _take_objects(self, message: Any) -> None:
        with self._changed:
            if message.at_rest:
                self._resting = message
            self._changed.notify_all()

    def _spin(self) -> None:
        while not self._stop.is_set():
            self._executor.spin_once(timeout_sec=0.1)

    @staticmethod
    def _start(module: str, *parameters: str) -> subprocess.Popen[bytes]:
        values = [f"robot:={ROOT}/config/robots/dual_x5.yaml", f"config:={ROOT}/config"]
        flags = [word for value in (*values, *parameters) for word in ("-p", value)]
        return subprocess.Popen(
            [sys.executable, "-m", module, "--ros-args", "--log-level", "warn", *flags],
            env={**os.environ, "EYEHAND_WATCH_PARENT": "1"},
            stderr=subprocess.DEVNULL,
        )


def random_request(rng: random.Random, arms: Sequence[str]) -> list[ArmCommand]:
    """Return a legal request: a line or a turn of one arm, or in half of all cases of each."""
    kind = rng.choice([ArmCommand.TRANSLATE, ArmCommand.ROTATE])
    chosen = arms if rng.random() < 0.5 else [rng.choice(arms)]
    commands = []
    for arm in chosen:
        size = rng.randint(1, 100) / 1000 if kind == 0 else math.radians(rng.randint(1, 90))
        axis, sign = rng.randrange(3), rng.choice([-1, 1])
        commands.append(ArmCommand(arm=arm, kind=kind, axis=axis, amount=sign * size))
    return commands


def measure(stack: Stack, task: str, commands: list[ArmCommand]) -> Row:
    """Carry out one request and compare what was reported with what the arms did."""
    before = stack.arms[-1]
    stack.arms[:] = [before]
    begin = time.monotonic()
    result = stack.move(commands)
    wall = time.monotonic() - begin
    turning = {c.arm for c in commands if c.kind == ArmCommand.ROTATE}
    drift = max((center_drift(stack.arms, arm) for arm in turning), default=0.0)
    return Row(
        task=task,
        command="turn" if turning else "line",
        arms=len(commands),
        code=result.code or "success",
        valid=result.valid,
        success=result.success,
        position_error_mm=result.position_error * 1000,
        orientation_error_deg=math.degrees(result.orientation_error),
        drift_mm=drift * 1000,
        moved=joint_change(before, stack.arms[-1]) > 1e-4,
        planning_ms=result.planning_time * 1000,
        wall_ms=wall * 1000,
    )


def center_drift(samples: Sequence[Any], arm: str) -> float:
    """Return the largest distance of the grip centre from where it was [m]."""
    points = [item.grip_center for sample in samples for item in sample.arms if item.name == arm]
    places = np.array([[point.x, point.y, point.z] for point in points])
    return float(np.linalg.norm(places - places[0], axis=1).max())


def joint_change(before: Any, after: Any) -> float:
    """Return the largest joint difference [rad]."""
    return max(
        float(np.abs(np.array(b.joint_positions) - np.array(a.joint_positions)).max())
        for a, b in zip(before.arms, after.arms, strict=True)
    )


def violations(rows: Sequence[Row]) -> list[str]:
    """Return every breach of a target."""
    found = []
    for row in rows:
        if row.success and row.position_error_mm > POSITION_LIMIT_MM:
            found.append(f"success with {row.position_error_mm:.2f} mm: {row}")
        if row.success and row.orientation_error_deg > ANGLE_LIMIT_DEG:
            found.append(f"success with {row.orientation_error_deg:.2f} degrees: {row}")
        if row.success and row.drift_mm > DRIFT_LIMIT_MM:
            found.append(f"grip centre drifts {row.drift_mm:.2f} mm: {row}")
        if row.moved and row.planning_ms == 0.0:
            found.append(f"refused by the gate, but moved: {row}")
        if row.moved and row.code in ("collision", "unreachable", "joint_limit", "joint_jump"):
            found.append(f"not plannable, but moved: {row}")
    return found


def print_table(rows: Sequence[Row]) -> None:
    """Print errors of successful commands and the count of each outcome."""
    print(f"{'':22}{'n':>5}{'median':>9}{'p95':>9}{'max':>9}")
    done = [row for row in rows if row.success]
    turns = [row for row in done if row.command == "turn"]
    for label, values in (
        ("end position [mm]", [row.position_error_mm for row in done]),
        ("end orientation [deg]", [row.orientation_error_deg for row in done]),
        ("drift in turns [mm]", [row.drift_mm for row in turns]),
        ("planning, done [ms]", [row.planning_ms for row in done]),
        ("wall time, done [ms]", [row.wall_ms for row in done]),
    ):
        if values:
            middle, high = np.percentile(values, [50, 95])
            print(f"{label:22}{len(values):5}{middle:9.3f}{high:9.3f}{max(values):9.3f}")
    counts = Counter(row.code for row in rows)
    print("outcomes: " + ", ".join(f"{code} {count}" for code, count in counts.most_common()))


def main() -> int:
    """Run the benchmark; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commands", type=int, default=200, help="measured commands in all")
    parser.add_argument("--poses", type=int, default=20, help="start poses they are spread over")
    parser.add_argument("--seed", type=int, default=0, help="of commands and start poses")
    parser.add_argument("--out", type=Path, help="JSON file to write")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    rows: list[Row] = []
    stack = Stack()
    try:
        for pose in range(options.poses):
            task = list(TASKS)[pose % len(TASKS)]
            stack.reset(task, 1000 + pose)
            for _ in range(PREPARATION):
                stack.move(random_request(rng, TASKS[task]))
            share = options.commands // options.poses + (pose < options.commands % options.poses)
            rows += [measure(stack, task, random_request(rng, TASKS[task])) for _ in range(share)]
            print(f"start pose {pose + 1} of {options.poses}", file=sys.stderr)
    finally:
        stack.close()
    print_table(rows)
    breaches = violations(rows)
    print("\n".join(breaches) or "all targets kept")
    if options.out is not None:
        record = {
            "machine": platform.processor() or platform.machine(),
            "cpus": os.cpu_count(),
            "seed": options.seed,
            "violations": breaches,
            "rows": [asdict(row) for row in rows],
        }
        options.out.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
