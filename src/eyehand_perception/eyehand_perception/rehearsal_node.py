"""Rehearsal of a cell without hardware: camera drivers and the person, played by a MuJoCo world.

The simulated world runs beside it with its own ``world/objects`` and ``reset_world`` moved to
``truth/``; perception has to do with the pictures alone.
"""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import Any

from eyehand_core.cells.cell import load_cell
from eyehand_core.cells.cell_camera import CellCamera
from eyehand_core.errors import EyehandError, StackError
from eyehand_nodekit.callers import ServiceCaller
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.parameters import Parameter
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.state_messages import pose_to_message
from sensor_msgs.msg import CompressedImage
from std_msgs.msg import String

from eyehand_interfaces.srv import RenderView, ResetWorld
from eyehand_nodekit import qos
from eyehand_perception.dialogue import DONE, GIVE_UP, Answer, Question

_PERSON = "rehearsal"
_JPEG_QUALITY = 95
_RENDER_S = 20.0
_RESET_S = 60.0
_JOIN_S = 2.0
_SHORTEST_PAUSE_S = 0.02


class RehearsalNode(StackNode):
    """Publishes what the fixed cameras of a cell would send, and sets up scenes when asked."""

    def __init__(self) -> None:
        super().__init__("rehearsal", [CELL])
        cell = load_cell(Path(self.values["cell"]))
        self._render = ServiceCaller(self.io, RenderView, "render_view", "simulated_cell")
        self._reset = ServiceCaller(self.io, ResetWorld, "truth/reset_world", "simulated_cell")
        self._pictures = [
            (camera, self.create_publisher(CompressedImage, camera.topic, qos.IMAGES))
            for camera in cell.cameras.values()
        ]
        self._answers = self.create_publisher(String, "operator/answer", qos.EVENTS)
        self._pending: Question | None = None
        self._stop = threading.Event()
        self.io.create_subscription(String, "operator/question", self._hear, qos.LATCHED)
        self._thread = threading.Thread(target=self._run, name="rehearsal", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop taking pictures."""
        self._stop.set()
        self._thread.join(_JOIN_S)

    def _hear(self, message: Any) -> None:
        question = Question.from_json(message.data)
        self._pending = question if question.kind == "placing" else None

    def _run(self) -> None:
        while not self._stop.is_set():
            begin = time.monotonic()
            try:
                self._set_up_if_asked()
                for camera, publisher in self._pictures:
                    publisher.publish(self._picture(camera))
            except EyehandError as error:
                self.get_logger().warning(str(error), throttle_duration_sec=5.0)
            # Without a GPU drawing takes a core; half of it is left to what has to keep time.
            self._stop.wait(max(_SHORTEST_PAUSE_S, time.monotonic() - begin))

    def _set_up_if_asked(self) -> None:
        question, self._pending = self._pending, None
        if question is None:
            return
        task, seed = question.context["task"], int(question.context["seed"])
        response = self._reset.call(ResetWorld.Request(task=task, seed=seed), _RESET_S)
        if not response.ok:
            self.get_logger().error(f"the scene cannot be set up: {response.error}")
        word = DONE if response.ok else GIVE_UP
        answer = Answer(id=question.id, answer=word, by=_PERSON)
        self._answers.publish(String(data=answer.to_json()))

    def _picture(self, camera: CellCamera) -> CompressedImage:
        measured = camera.measured
        response = self._render.call(
            RenderView.Request(
                optical_pose=pose_to_message(measured.pose),
                width=measured.lens.width,
                height=measured.lens.height,
                vertical_fov=measured.lens.vertical_fov,
                jpeg_quality=_JPEG_QUALITY,
            ),
            _RENDER_S,
        )
        if not response.ok:
            raise StackError(f"camera {camera.name!r}: {response.error}")
        return response.image


CELL = Parameter(name="cell", default="", description="Path of the cell file.", required=True)


def main() -> None:
    """Run the rehearsal node."""
    sys.exit(run_node(RehearsalNode))
