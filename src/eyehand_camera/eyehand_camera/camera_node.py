"""Node of the active camera: action move_camera, service capture, images with their geometry."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eyehand_core.camera_motion import is_view
from eyehand_core.cells.cell import load_cell
from eyehand_core.errors import EyehandError
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import load_robot
from eyehand_nodekit.camera_messages import (
    capture_from_message,
    command_from_message,
    rig_from_message,
)
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.deferred_action import DeferredActionServer, DeferredGoal
from eyehand_nodekit.mailbox import Mailbox
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.parameters import CONFIG, ROBOT, Parameter
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.state_messages import (
    pose_from_message,
    pose_to_message,
    vector_from_message,
)
from eyehand_nodekit.worker import Worker

from eyehand_camera import back_ends
from eyehand_camera.active_camera import (
    CAMERA_UNAVAILABLE,
    NO_PROPRIOCEPTION,
    ActiveCamera,
)
from eyehand_camera.back_ends.back_end import BACK_ENDS, BackEndRequest
from eyehand_camera.shot_publisher import ShotPublisher
from eyehand_camera.world_client import WorldClient
from eyehand_interfaces.action import MoveCamera
from eyehand_interfaces.msg import ArmStates
from eyehand_interfaces.srv import Capture
from eyehand_nodekit import qos, stamps

_STOP_TIMEOUT_S = 2.0

for _module in pkgutil.iter_modules(back_ends.__path__):
    importlib.import_module(f"{back_ends.__name__}.{_module.name}")


class CameraNode(StackNode):
    """Serves one active camera."""

    def __init__(self) -> None:
        super().__init__("camera", [ROBOT, CONFIG, _BACK_END, _CELL, _TIMEOUT])
        self._arms: Mailbox[Any] = Mailbox("arms")
        settings = load_robot(Path(self.values["robot"])).active_camera
        cell = self.values["cell"]
        back_end = BACK_ENDS[self.values["back_end"]](
            BackEndRequest(
                node=self.io,
                settings=settings,
                cell=load_cell(Path(cell)) if cell else None,
                end_poses=self._end_poses,
            )
        )
        self._camera = ActiveCamera(settings, back_end, WorldClient(self.io, settings))
        self._camera_lock = threading.Lock()
        self.io.create_subscription(ArmStates, "arms", self._arms.put, qos.STATES)
        self._shots = ShotPublisher(self, settings)
        self._worker = Worker("camera-moves", self._report)
        DeferredActionServer(
            self,
            MoveCamera,
            "move_camera",
            on_goal=lambda goal: self._worker.submit(lambda: self._answer(goal)),
        )
        self.create_service(Capture, "capture", self._capture)

    def close(self) -> None:
        """Stop the thread that moves the camera."""
        self._worker.stop(_STOP_TIMEOUT_S)

    def _answer(self, goal: DeferredGoal) -> None:
        request = command_from_message(goal.request.command)
        deadline = Deadline(self.values["timeout"])
        missing = NO_PROPRIOCEPTION
        try:
            centers = self._grip_centers([request], goal.request.not_before, deadline)
            missing = CAMERA_UNAVAILABLE
            with self._camera_lock:
                move = self._camera.move(
                    request, centers, deadline.remaining, rig_from_message(goal.request.rig)
                )
        except Exception as error:  # noqa: BLE001 - the goal must be answered whatever failed
            if not isinstance(error, EyehandError):
                self._report(error)
            goal.abort(MoveCamera.Result(code=missing, message=str(error)))
            return
        goal.succeed(
            MoveCamera.Result(
                accepted=move.accepted,
                code=move.code,
                message=move.message,
                end=stamps.from_nanoseconds(move.arrival),
                travel_time=move.travel_time,
            )
        )

    def _capture(self, request: Any, response: Any) -> Any:
        wanted = capture_from_message(request)
        deadline = Deadline(self.values["timeout"])
        try:
            centers = self._grip_centers(wanted.views, request.not_before, deadline)
            with self._camera_lock:
                shots = self._camera.capture(
                    wanted,
                    centers,
                    stamps.to_nanoseconds(request.not_before),
                    deadline.remaining,
                )
        except EyehandError as error:
            response.ok, response.error = False, str(error)
            return response
        for shot in shots:
            image, info = self._shots.publish(shot)
            response.images.append(image)
            response.infos.append(info)
            response.optical_poses.append(pose_to_message(shot.pose))
            response.names.append(shot.name)
        response.ok = True
        return response

    def _grip_centers(
        self, requests: Any, not_before: Any, deadline: Deadline
    ) -> Mapping[str, Array]:
        if not any(is_view(request.action) for request in requests):
            return {}
        oldest = stamps.to_nanoseconds(not_before)
        arms = self._arms.wait_for(
            lambda message: stamps.to_nanoseconds(message.header.stamp) >= oldest, deadline
        )
        return {arm.name: vector_from_message(arm.grip_center) for arm in arms.arms}

    def _end_poses(self) -> Mapping[str, Pose]:
        newest = self._arms.newest
        arms = [] if newest is None else newest.arms
        return {arm.name: pose_from_message(arm.end_pose) for arm in arms}

    def _report(self, error: BaseException) -> None:
        self.get_logger().error(f"moving the camera failed: {error!r}")


_BACK_END = Parameter(
    name="back_end",
    default="world_render",
    description="Where pictures come from.",
    choices=tuple(BACK_ENDS),
)
_CELL = Parameter(
    name="cell", default="", description="Path of the cell file; empty in a simulated world."
)
_TIMEOUT = Parameter(
    name="timeout",
    default=10.0,
    description="Longest time for one request, proprioception and pictures [s of wall time].",
    lower=0.1,
    upper=600.0,
)


def main() -> None:
    """Run the camera node."""
    sys.exit(run_node(CameraNode))
