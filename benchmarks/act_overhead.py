"""What one act costs beyond physics, planning and drawing, and how fast the world runs.

    . .eyehand/env.sh && python benchmarks/act_overhead.py [--out FILE.json]

Sends decisions to the running referee as an agent would, and takes from each act's wall time what
the executor reports as planning and what the world counts as physics and drawing (JPEG encoding
included). The rest is the stack: messages, waiting, judging, kinematics of every sample. The
speed, taken in moves of its own because listening to joint states costs time too, is world time
over wall time between the first and the last joint state of a motion.
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
SPEED_ROUNDS = 3
WAIT_S = 20.0


@dataclass(frozen=True, kw_only=True)
class Cost:
    """Wall time of one act and its parts [s]."""

    kind: str
    wall: float
    planning: float
    physics: float
    drawing: float

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
        self._node = stack.node
        stack.node.create_subscription(DiagnosticArray, "/diagnostics", self._take, 10)
        stack.node.create_subscription(DecisionRecord, "decisions", self._records.put, qos.EVENTS)
        self._episode = ""

    def start(self, task: str, seed: int) -> None:
        """Start an episode."""
        response = self._start.call(StartEpisode.Request(task=task, seed=seed), 90.0)
        if not response.ok:
            raise RuntimeError(response.error)
        self._episode = response.episode_id

    def cost(self, decision: dict[str, Any]) -> Cost:
        """Carry out one decision and tell what it cost."""
        before = self._counters()
        wall, record = self.act(decision)
        after = self._counters()
        return Cost(
            kind="look" if decision["action"].startswith("camera") else "move",
            wall=wall,
            planning=record.planning_time,
            physics=after["physics_seconds"] - before["physics_seconds"],
            drawing=after["drawing_seconds"] - before["drawing_seconds"],
        )

    def act(self, decision: dict[str, Any]) -> tuple[float, DecisionRecord]:
        """Carry out one decision; return its wall time [s] and its record."""
        text = json.dumps({**decision, "reason": "measured"})
        begin = time.perf_counter()
        result = self._act.call(Act.Goal(episode_id=self._episode, decision=text), 120.0)
        wall = time.perf_counter() - begin
        record = self._records.wait_for(lambda r: r.step == result.step, Deadline(WAIT_S))
        if not (record.admissible and record.plan_success):
            raise RuntimeError(f"{text}: {record.error or record.detail}")
        return wall, record

    def speeds(self, decisions: list[dict[str, Any]]) -> list[float]:
        """Carry out decisions; return world time over wall time of each motion."""
        topic = self._node.create_subscription(
            JointState, "joint_states", self._take_joints, qos.STATES
        )
        speeds = []
        for decision in decisions:
            self._joints.clear()
            self.act(decision)
            (begin, first), (end, last) = self._joints[0], self._joints[-1]
            speeds.append((last - first) / (end - begin))
        self._node.destroy_subscription(topic)
        return speeds

    def _take(self, message: DiagnosticArray) -> None:
        for status in message.status:
            facts = {item.key: item.value for item in status.values}
            if "physics_seconds" in facts:
                self._facts.put((time.monotonic(), facts))

    def _take_joints(self, message: JointState) -> None:
        self._joints.append((time.monotonic(), stamps.to_seconds(message.header.stamp)))

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
        costs = [meter.cost(decision) for _ in range(ROUNDS) for decision in (*MOVES, *LOOKS)]
        speed = statistics.median(meter.speeds(SPEED_ROUNDS * MOVES))
    report = {
        "start_up_s": round(start_up, 2),
        **summary(costs),
        "world_time_over_wall_time": round(speed, 1),
    }
    print(json.dumps(report, indent=1))
    if options.out:
        options.out.write_text(json.dumps({**report, "acts": [asdict(c) for c in costs]}, indent=1))


def summary(costs: list[Cost]) -> dict[str, Any]:
    """Return medians per kind of act [ms]."""
    report: dict[str, Any] = {}
    for kind in ("move", "look"):
        group = [cost for cost in costs if cost.kind == kind]
        parts = ("wall", "planning", "physics", "drawing", "overhead")
        report[kind] = {
            part: round(1000 * statistics.median(getattr(c, part) for c in group), 1)
            for part in parts
        } | {"acts": len(group), "unit": "ms, medians"}
    return report


if __name__ == "__main__":
    main()
