"""The referee's partners as ROS clients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from eyehand_core.camera_motion import CameraRequest
from eyehand_core.camera_rig import CameraRig
from eyehand_core.capture_request import CaptureRequest
from eyehand_core.decisions.arm_motion import ArmMotion
from eyehand_core.episode.action_report import ActionReport, look_report
from eyehand_core.errors import StackError, WorldError
from eyehand_core.layout.report import action_report
from eyehand_core.observation import View
from eyehand_nodekit.callers import ActionCaller, RunningGoal, ServiceCaller
from eyehand_nodekit.camera_messages import (
    capture_to_message,
    command_to_message,
    rig_to_message,
)
from eyehand_nodekit.command_messages import arms_goal
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.image_messages import jpeg_from_message
from rclpy.node import Node

from eyehand_interfaces.action import MoveArms, MoveCamera
from eyehand_interfaces.srv import (
    ApplyLayout,
    Capture,
    CarryCamera,
    MeasureVisibility,
    RenderDepth,
    ResetWorld,
)
from eyehand_monitor.ports import Carried, Samples, Server, Stack
from eyehand_monitor.settings import CAMERA_TIMEOUT, MOTION_TIMEOUT, RESET_TIMEOUT
from eyehand_nodekit import stamps

_STOP_TIMEOUT_S = 2.0
_LAYOUT_WORLD = "layout_world"
_WORLD_SERVICES = {
    "measure_visibility": MeasureVisibility,
    "render_depth": RenderDepth,
    "carry_camera": CarryCamera,
}
"""Types of the services that only some conditions need."""


class WorldClient:
    """Resets the world, which is the node ``server``."""

    def __init__(self, node: Node, server: str, timeout: float) -> None:
        self._reset = ServiceCaller(node, ResetWorld, "reset_world", server)
        self.servers = (Server(node=server, ready=self._reset.ready),)
        self._server = server
        self._timeout = timeout

    def reset(self, task: str, seed: int) -> float:
        """Build the scene of (task, seed); return the stamp of its first sample [s]."""
        response = self._reset.call(ResetWorld.Request(task=task, seed=seed), self._timeout)
        if not response.ok:
            raise WorldError(
                f"node {self._server!r} could not reset to {task}, {seed}: {response.error}"
            )
        return stamps.to_seconds(response.stamp)


class ArmsMotion:
    """A motion under way; see ``ports.Motion``."""

    def __init__(self, running: RunningGoal, deadline: Deadline) -> None:
        self._running = running
        self._deadline = deadline
        self._stopped = False

    def carried(self) -> Carried | None:
        """Return what became of it, None as long as it lasts.

        Raises:
            StackError: it lasts too long; it was cancelled.
        """
        if not self._running.done and not self._deadline.expired:
            return None
        try:
            result = self._running.wait(self._deadline).result
        except StackError:
            self.stop()
            raise
        return Carried(report=_arms_report(result), end=stamps.to_seconds(result.end))

    def stop(self) -> None:
        """Cancel it, once; returns when the executor has taken note."""
        if not self._stopped and not self._running.done:
            self._stopped = True
            self._running.cancel(_STOP_TIMEOUT_S)


class ArmsClient:
    """Commands the executor."""

    def __init__(self, node: Node, timeout: float) -> None:
        self._action = ActionCaller(node, MoveArms, "move_arms", "executor")
        self.servers = (Server(node="executor", ready=self._action.ready),)
        self._timeout = timeout
        self._motion: ArmsMotion | None = None

    def start(
        self, motions: tuple[ArmMotion, ...], not_before: float, on_end: Callable[[], None]
    ) -> ArmsMotion:
        """Begin one motion per arm, together."""
        deadline = Deadline(self._timeout)
        running = self._action.begin(arms_goal(motions, not_before), deadline.remaining)
        running.when_done(on_end)
        motion = ArmsMotion(running, deadline)
        self._motion = motion
        return motion

    def stop(self) -> None:
        """Cancel a running motion."""
        motion = self._motion
        if motion is not None:
            motion.stop()


class CameraClient:
    """Commands the camera, the node ``server``; a layout world serves ``capture`` only."""

    def __init__(self, node: Node, server: str, timeout: float) -> None:
        self._move = ActionCaller(node, MoveCamera, "move_camera", server)
        self._capture = ServiceCaller(node, Capture, "capture", server)
        self.servers = (
            Server(node=server, ready=self._move.ready),
            Server(node=server, ready=self._capture.ready),
        )
        self._server = server
        self._timeout = timeout

    def move(self, request: CameraRequest, not_before: float, rig: CameraRig | None) -> Carried:
        """Carry out one camera command."""
        goal = MoveCamera.Goal(
            command=command_to_message(request),
            not_before=stamps.from_seconds(not_before),
            rig=rig_to_message(rig),
        )
        result = self._move.call(goal, self._timeout)
        report = look_report(
            result.accepted, result.code, result.message, travel_time=result.travel_time
        )
        return Carried(report=report, end=max(not_before, stamps.to_seconds(result.end)))

    def capture(self, request: CaptureRequest, not_before: float) -> tuple[View, ...]:
        """Take pictures of named views, or of the current view."""
        message = capture_to_message(request)
        message.not_before = stamps.from_seconds(not_before)
        response = self._capture.call(message, self._timeout)
        if not response.ok:
            raise StackError(f"node {self._server!r} has no picture: {response.error}")
        return tuple(
            View(
                name=name,
                jpeg=jpeg_from_message(image),
                stamp=stamps.to_seconds(image.header.stamp),
            )
            for name, image in zip(response.names, response.images, strict=True)
        )


class LayoutClient:
    """Has layout actions carried out by the node ``server``."""

    def __init__(self, node: Node, server: str, timeout: float) -> None:
        self._apply = ServiceCaller(node, ApplyLayout, "apply_layout", server)
        self.servers = (Server(node=server, ready=self._apply.ready),)
        self._timeout = timeout

    def apply(self, action: str) -> Carried:
        """Apply one layout action."""
        response = self._apply.call(ApplyLayout.Request(action=action), self._timeout)
        report = action_report(response.code, response.error)
        return Carried(report=report, end=stamps.to_seconds(response.stamp))


def make_stack(
    node: Node, samples: Samples, values: Mapping[str, Any], *, with_robot: bool
) -> Stack:
    """Return all partners as clients on ``node``.

    Args:
        node: node spun in another thread.
        samples: where world states arrive.
        values: parameters of the monitor node, for the deadlines.
        with_robot: arms and a camera take part; otherwise a layout world.
    """
    world = WorldClient(node, "world" if with_robot else _LAYOUT_WORLD, values[RESET_TIMEOUT])
    arms = ArmsClient(node, values[MOTION_TIMEOUT])
    camera = CameraClient(node, "camera" if with_robot else _LAYOUT_WORLD, values[CAMERA_TIMEOUT])
    layout = LayoutClient(node, "arranger" if with_robot else _LAYOUT_WORLD, values[MOTION_TIMEOUT])
    return Stack(
        servers=(*world.servers, *(arms.servers + camera.servers if with_robot else ())),
        arrangers=layout.servers,
        world_services={
            name: ServiceCaller(node, kind, name, "world").ready
            for name, kind in _WORLD_SERVICES.items()
        },
        world=world,
        samples=samples,
        arms=arms,
        camera=camera,
        layout=layout,
    )


def _arms_report(result: Any) -> ActionReport:
    return ActionReport(
        action_valid=result.valid,
        plan_success=result.success,
        code=result.code,
        detail=result.message,
        fraction=result.fraction,
        position_error=result.position_error,
        orientation_error=result.orientation_error,
        planning_time=result.planning_time,
        execution_time=result.execution_time,
    )
