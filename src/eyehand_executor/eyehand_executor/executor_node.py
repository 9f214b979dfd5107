"""Node of the Cartesian executor: action move_arms, topic arms."""

from __future__ import annotations

import math
import sys
import threading
from pathlib import Path
from typing import Any

from eyehand_core.robot import load_robot
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.deferred_action import DeferredActionServer, DeferredGoal
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.parameters import CONFIG, ROBOT
from eyehand_nodekit.spinning import make_executor
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.state_messages import arm_to_message
from eyehand_nodekit.worker import Worker
from sensor_msgs.msg import JointState

from eyehand_executor.arm_states import ArmStateEstimator
from eyehand_executor.executor_parameters import (
    PARAMETERS,
    clearances,
    move_settings,
    scaled,
    tolerances,
)
from eyehand_executor.kinematics import KinematicsCache
from eyehand_executor.move_messages import commands_of, result_message
from eyehand_executor.move_report import MoveReport
from eyehand_executor.mover import Mover
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import SampleLog, read_sample
from eyehand_executor.ros_controllers import RosControllers
from eyehand_executor.ros_safety import start_guard
from eyehand_executor.safety.approval import approve_all
from eyehand_interfaces.action import MoveArms
from eyehand_interfaces.msg import ArmStates, ObjectStates
from eyehand_nodekit import qos, stamps

_WORLD = "world"
_STOP_S = 5.0
"""Wall time until the arms have stopped [s]; with the two below less than the 6 s after which a
launch kills its nodes."""
_JOIN_S = 0.3
_FAREWELL_S = 0.5
"""Wall time in which the result of a request that was cut short still goes out [s]."""


class ExecutorNode(StackNode):
    """Serves one robot, one request at a time."""

    def __init__(self) -> None:
        super().__init__("executor", [ROBOT, CONFIG, *PARAMETERS])
        self._robot = scaled(load_robot(Path(self.values["robot"])), self.values)
        settings = move_settings(self.values)
        distances = clearances(self.values)
        planner = self.values["planner"]
        self._samples = SampleLog()
        self._estimator = ArmStateEstimator(
            self._robot,
            KinematicsCache(planner, self._robot, distances),
            settings.gate.stillness,
        )
        self._running: DeferredGoal | None = None
        self._busy = threading.Lock()
        port = RosControllers(
            self.io, self._robot, tolerances(self.values), self.values["controllers_of"]
        )
        self._safety, self._guard = start_guard(
            self, self._robot, self._samples, port, settings, busy=self._busy.locked
        )
        self._mover = Mover(
            self._robot,
            KinematicsCache(planner, self._robot, distances),
            self._samples,
            port,
            settings,
            guard=self._guard,
            on_gripper=self._estimator.gripper_starts,
            approve=self._safety.approval if self.values["confirm_motions"] else approve_all,
        )
        self._stopping = False
        self._last = "none"
        self._arms = self.io.create_publisher(ArmStates, "arms", qos.STATES)
        self.io.create_subscription(JointState, "joint_states", self._take_joints, qos.STATES)
        if not self.values["lock_step"]:  # else a reset shows in the stamps of joint states
            self.io.create_subscription(
                ObjectStates, "world/objects", self._notice_reset, qos.STATES
            )
        self._worker = Worker("executor-moves", self._fail)
        DeferredActionServer(self, MoveArms, "move_arms", on_goal=self._accept)

    def diagnose(self) -> dict[str, str]:
        """Return what plans, what is heard and what the last request came to."""
        newest, cause = self._samples.newest, self._guard.state.cause
        return {
            "planner": self.values["planner"],
            "arms": "none heard" if newest is None else ", ".join(newest.arms),
            "state": "idle" if self._running is None else "executing",
            "safety": "released" if cause is None else f"stopped: {cause.reason.code}",
            "last_request": self._last,
        }

    def close(self) -> None:
        """Stop the arms, answer who had them moved, then end the thread that moves them."""
        self._stopping = True
        deadline = Deadline(_STOP_S)
        spinner = make_executor()
        spinner.add_node(self)
        if self._busy.locked():
            while self._busy.locked() and not deadline.expired:
                spinner.spin_once(timeout_sec=0.05)
            farewell = Deadline(_FAREWELL_S)
            while not farewell.expired:
                spinner.spin_once(timeout_sec=0.05)
        self._worker.stop(_JOIN_S)
        self._safety.close()
        spinner.shutdown()

    def _notice_reset(self, message: Any) -> None:
        if message.sequence == 0:
            self._estimator.forget_commands()

    def _take_joints(self, message: Any) -> None:
        stamp_ns = stamps.to_nanoseconds(message.header.stamp)
        sample = read_sample(
            self._robot,
            stamp_ns,
            message.name,
            message.position,
            message.velocity,
            message.effort,
        )
        if sample is None:
            return
        states = ArmStates(arms=[arm_to_message(arm) for arm in self._estimator.states(sample)])
        states.header.stamp = message.header.stamp
        states.header.frame_id = _WORLD
        self._samples.put(sample)  # first: who has heard of a state may send a command from it
        self._arms.publish(states)

    def _accept(self, goal: DeferredGoal) -> None:
        if self._running is not None:
            refusal = Refusal(
                reason=Reason.BUSY, message="another request is being executed; wait for its result"
            )
            goal.abort(result_message(MoveReport(refusal=refusal)))
            return
        self._running = goal
        self._worker.submit(lambda: self._move(goal))

    def _move(self, goal: DeferredGoal) -> None:
        with self._busy:
            self._carry_out(goal)

    def _carry_out(self, goal: DeferredGoal) -> None:
        report = self._mover.move(
            commands_of(goal.request),
            not_before_ns=stamps.to_nanoseconds(goal.request.not_before),
            cancel_requested=lambda: goal.cancel_requested or self._stopping,
            on_phase=lambda phase: goal.feedback(MoveArms.Feedback(phase=phase)),
        )
        self._running = None
        self._conclude(goal, report)

    def _conclude(self, goal: DeferredGoal, report: MoveReport) -> None:
        result = result_message(report)
        self._last = result.code or "success"
        self.get_logger().info(
            f"event=move_arms code={self._last} "
            f"position_error_mm={report.position_error * 1000:.3f} "
            f"orientation_error_deg={math.degrees(report.orientation_error):.3f} "
            f"planning_ms={report.planning_time * 1000:.1f} message={result.message!r}"
        )
        if report.refusal is None:
            goal.succeed(result)
        elif report.refusal.reason is Reason.CANCELED and goal.cancel_requested:
            goal.canceled(result)
        else:
            goal.abort(result)

    def _fail(self, error: BaseException) -> None:
        self.get_logger().fatal(f"event=move_arms_failed error={error!r}")
        goal, self._running = self._running, None
        if goal is not None:
            goal.abort(MoveArms.Result(code="internal_error", message=str(error)))


def main() -> None:
    """Run the executor node."""
    sys.exit(run_node(ExecutorNode))


if __name__ == "__main__":
    main()
