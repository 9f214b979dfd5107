"""What one act costs beyond physics, planning and drawing, and how fast the world runs.

    . .eyehand/env.sh && python benchmarks/act_overhead.py [--out FILE.json]

Sends decisions to the running referee as an agent would, and takes from each act's wall time what
the executor reports as planning and what the world counts as physics and drawing (JPEG encoding
included). The rest is the stack: messages, waiting, judging, kinematics of every sample. The
speed is world time over wall time between the first and the last joint state of a motion.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray
from eyehand_bench.stack.running_stack import RunningStack, running_stack
from eyehand_nodekit.callers import ActionCaller, ServiceCaller
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.mailbox import Mailbox
from sensor_msgs.msg import JointState

from eyehand_interfaces.action import Act
from eyehand_interfaces.msg import DecisionRecord
from eyehand_interfaces.srv import StartEpisode
from eyehand_nodekit import qos, stamps

TURN = {"action": "gripper.rotate_local", "axis": "ry", "sign": "+", "angle_deg": 45}
MOVES = [
    {"action": "gripper.move_world", "axis": axis, "sign": sign, "distance_mm": 60}
    for axis, sign in (("y", "+"), ("x", "-"), ("y", "-"), ("x", "+"))
]
LOOKS = [{"action": "camera.view_topdown"}, {"action": "camera.view_oblique_45"}]
ROUNDS = 6
WAIT_S = 20.0


@dataclass(frozen=True, kw_only=True)
class Cost:
    """Wall time of one act and its parts [s]; ``speed`` is world time over wall time."""

    kind: str
    wall: float
    planning: float
    physics: float
    drawing: float
    speed: float

    @property
    def overhead(self) -> float:
        """Wall time of the stack itself [s]."""
        return self.wall - self.planning - self.physics - self.drawing


class Meter:
    """Sends decisions and reads what they cost."""

    def __init__(self, stack: RunningStack) -> None:
        self._start = ServiceCaller(stack.node, StartEpisode, "start_episode", "monitor")
        self._act = ActionCaller(stack.node, Act, "act", "monitor")
        self._facts: Mailbox[tuple[float, dict[str, str]]] = Mailbox("/diagnostics")
        self._records: Mailbox[DecisionRecord] = Mailbox("decisions")
        self._joints: list[tuple[float, float]] = []
        stack.node.create_subscription(JointState, "joint_states", self._take_joints, qos.STATES)
        stack.node.create_subscription(DiagnosticArray, "/diagnostics", self._take, 10)
        stack.node.create_subscription(DecisionRecord, "decisions", self._records.put, qos.EVENTS)
        self._episode = ""

    def start(self, task: str, seed: int) -> None:
        """Start an episode."""
        response = self._start.call(StartEpisode.Request(task=task, seed=seed), 90.0)
        if not response.ok:
            raise RuntimeError(response.error)
        self._episode = response.episode_id

    def act(self, decision: dict[str, Any]) -> Cost:
        """Carry out one decision."""
        before = self._counters()
        self._joints.clear()
        text = json.dumps({**decision, "reason": "measured"})
        begin = time.perf_counter()
        result = self._act.call(Act.Goal(episode_id=self._episode, decision=text), 120.0)
        wall = time.perf_counter() - begin
        after = self._counters()
        record = self._records.wait_for(lambda r: r.step == result.step, Deadline(WAIT_S))
        if not (record.admissible and record.plan_success):
            raise RuntimeError(f"{text}: {record.error or record.detail}")
        return Cost(
            kind="look" if decision["action"].startswith("camera") else "move",
            wall=wall,
            planning=record.planning_time,
            physics=after["physics_seconds"] - before["physics_seconds"],
            drawing=after["drawing_seconds"] - before["drawing_seconds"],
            speed=self._speed(),
        )

    def _take(self, message: DiagnosticArray) -> None:
        for status in message.status:
            facts = {item.key: item.value for item in status.values}
            if "physics_seconds" in facts:
                self._facts.put((time.monotonic(), facts))

    def _take_joints(self, message: JointState) -> None:
        self._joints.append((time.monotonic(), stamps.to_seconds(message.header.stamp)))

    def _speed(self) -> float:
        if len(self._joints) < 2:
            return 0.0
        (begin, first), (end, last) = self._joints[0], self._joints[-1]
        return (last - first) / (end - begin)

    def _counters(self) -> dict[str, float]:
        """Return counters that the world published after this call."""
        asked = time.monotonic() + 0.05
        _, facts = self._facts.wait_for(lambda item: item[0] > asked, Deadline(WAIT_S))
        return {key: float(facts[key]) for key in ("physics_seconds", "drawing_seconds")}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    begin = time.perf_counter()
    with running_stack("noop") as stack:
        meter = Meter(stack)
        meter.start("place_cube_in_bowl", 1000)
        start_up = time.perf_counter() - begin
        meter.act(TURN)
        meter.act(TURN)
        costs = [meter.act(decision) for _ in range(ROUNDS) for decision in (*MOVES, *LOOKS)]
    report = {"start_up_s": round(start_up, 2), **summary(costs)}
    print(json.dumps(report, indent=1))
    if options.out:
        options.out.write_text(json.dumps({**report, "acts": [asdict(c) for c in costs]}, indent=1))


def summary(costs: list[Cost]) -> dict[str, Any]:
    """Return medians per kind of act [ms], shares, and the speed of the world."""
    report: dict[str, Any] = {}
    for kind in ("move", "look"):
        group = [cost for cost in costs if cost.kind == kind]
        parts = ("wall", "planning", "physics", "drawing", "overhead")
        report[kind] = {
            part: round(1000 * statistics.median(getattr(c, part) for c in group), 1)
            for part in parts
        } | {"acts": len(group), "unit": "ms, medians"}
    speeds = [cost.speed for cost in costs if cost.kind == "move"]
    report["world_time_over_wall_time"] = round(statistics.median(speeds), 1)
    return report


if __name__ == "__main__":
    main()
