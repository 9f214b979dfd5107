"""The guard on the ROS graph: emergency stop, release, confirmation, signs of life, preview."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from eyehand_core.robot import Robot
from eyehand_nodekit.names import DIAGNOSTIC_PREFIX
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.worker import Worker
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo
from std_msgs.msg import Bool
from std_srvs.srv import SetBool, Trigger
from visualization_msgs.msg import MarkerArray

from eyehand_executor.controller_port import ControllerPort
from eyehand_executor.executor_parameters import safety_settings
from eyehand_executor.move_report import MoveSettings
from eyehand_executor.reasons import Refusal
from eyehand_executor.robot_samples import SampleLog
from eyehand_executor.ros_motion_markers import preview_markers
from eyehand_executor.safety.approval import MotionPreview, PersonalApproval
from eyehand_executor.safety.guard import Guard, StopState, emergency_stop
from eyehand_executor.safety.signs_of_life import AGENT, CAMERA, SignsOfLife
from eyehand_executor.safety.stop_sequence import StopSequence
from eyehand_nodekit import qos, stamps

_JOIN_S = 0.3


def start_guard(
    node: StackNode,
    robot: Robot,
    samples: SampleLog,
    port: ControllerPort,
    settings: MoveSettings,
    busy: Callable[[], bool],
) -> tuple[SafetyInterface, Guard]:
    """Return the guard of an executor and its interface, open for everybody.

    Args:
        node: the executor's node with its parameter values.
        robot: gives limits, scales already applied.
        samples: measured joint states.
        port: the controllers.
        settings: deadlines and speeds that count as still.
        busy: tells whether a request is still being brought to its end.
    """
    signs = SignsOfLife()
    interface = SafetyInterface(node, signs, node.values["confirm_timeout"])
    guard = Guard(
        robot,
        samples,
        signs,
        safety_settings(node.values),
        settings.gate.stillness,
        on_change=interface.tell,
        on_stop=interface.stopped,
    )
    sequence = StopSequence(guard, port, samples, settings.execution, busy)
    interface.open(guard, sequence, watch=node.values["attended"])
    return interface, guard


class SafetyInterface:
    """Topics and services around a guard.

    Args:
        node: the executor's node; subscriptions live on its half that never blocks.
        signs: told of every sign of life.
        confirm_timeout: how long a motion waits for a person's word [s].
    """

    def __init__(self, node: StackNode, signs: SignsOfLife, confirm_timeout: float) -> None:
        self._node = node
        self._signs = signs
        self.approval = PersonalApproval(self._show, confirm_timeout)
        self._guard: Guard | None = None
        self._sequence: StopSequence | None = None
        self._state = node.io.create_publisher(DiagnosticStatus, "safety", qos.LATCHED)
        self._preview = node.io.create_publisher(MarkerArray, "motion_preview", qos.LATCHED)
        self._worker = Worker("executor-stop", self._report)

    def open(self, guard: Guard, sequence: StopSequence, *, watch: bool) -> None:
        """Begin to serve ``guard``; with ``watch`` also listen for signs of life."""
        node, io = self._node, self._node.io
        self._guard, self._sequence = guard, sequence
        io.create_subscription(
            Bool, "emergency_stop", lambda message: guard.press(message.data), qos.EVENTS
        )
        io.create_service(Trigger, "emergency_stop", self._stop)
        node.create_service(Trigger, "release_stop", self._release)
        node.create_service(SetBool, "confirm_motion", self._confirm)
        if watch:
            io.create_subscription(DiagnosticArray, "/diagnostics", self._hear, qos.EVENTS)
            io.create_subscription(
                CameraInfo,
                "active_camera/camera_info",
                lambda _: self._signs.hear(CAMERA),
                qos.IMAGES,
            )
            io.create_subscription(
                Clock,
                "clock",
                lambda message: self._signs.hear_clock(stamps.to_nanoseconds(message.clock)),
                qos.CLOCK,
            )
        self.tell(guard.state)

    def close(self) -> None:
        """End the thread that verifies stops."""
        self._worker.stop(_JOIN_S)

    def tell(self, state: StopState) -> None:
        """Publish a state of the guard."""
        cause = state.cause
        facts = {
            "code": "" if cause is None else cause.reason.code,
            "still": str(state.still).lower(),
            "rest": state.rest or "",
            "button": "pressed" if state.button else "unlocked",
        }
        self._state.publish(
            DiagnosticStatus(
                level=DiagnosticStatus.OK if cause is None else DiagnosticStatus.ERROR,
                name=f"{DIAGNOSTIC_PREFIX}safety",
                message="released" if cause is None else cause.message,
                hardware_id="eyehand",
                values=[KeyValue(key=key, value=value) for key, value in facts.items()],
            )
        )

    def stopped(self, cause: Refusal) -> None:
        """See to it that a stopped robot comes to rest."""
        self._node.get_logger().error(
            f"event=stop code={cause.reason.code} message={cause.message!r}"
        )
        sequence = self._sequence
        if sequence is not None:
            self._worker.submit(lambda: sequence.run(cause))

    def _stop(self, _: Any, response: Any) -> Any:
        assert self._guard is not None
        first = self._guard.stop(emergency_stop("service emergency_stop"))
        response.success = True
        response.message = "stopping" if first else "was stopped already"
        return response

    def _release(self, _: Any, response: Any) -> Any:
        assert self._guard is not None
        problem = self._guard.release()
        response.success = not problem
        response.message = problem or "the robot may move"
        if not problem:
            self._node.get_logger().info("event=release")
        return response

    def _confirm(self, request: Any, response: Any) -> Any:
        response.success = self.approval.answer(request.data)
        response.message = "" if response.success else "no motion waits for a confirmation"
        return response

    def _hear(self, message: Any) -> None:
        for status in message.status:
            part = status.name.removeprefix(DIAGNOSTIC_PREFIX)
            if part in (AGENT, CAMERA) and status.level != DiagnosticStatus.ERROR:
                self._signs.hear(part)

    def _show(self, preview: MotionPreview | None) -> None:
        self._preview.publish(preview_markers(preview))
        if preview is not None:
            self._node.get_logger().info(f"event=confirm_motion message={preview.text!r}")

    def _report(self, error: BaseException) -> None:
        self._node.get_logger().fatal(f"event=stop_failed error={error!r}")
