"""Node of a physical cell as a world: world/objects, reset_world, questions to a person."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray
from eyehand_core.cells.cell import load_cell
from eyehand_core.environment import load_environment
from eyehand_core.errors import EyehandError
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import Library
from eyehand_core.world_state import WorldState
from eyehand_core.xacro_file import expand_xacro
from eyehand_nodekit.cell_streams import CellStreams, Frame
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.image_messages import jpeg_to_message
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.parameters import CONFIG, ROBOT
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.state_messages import arm_from_message, objects_to_message
from sensor_msgs.msg import CompressedImage
from std_msgs.msg import String

from eyehand_interfaces.msg import ArmStates, ObjectStates
from eyehand_interfaces.srv import ResetWorld
from eyehand_nodekit import qos, stamps
from eyehand_perception.arm_log import ArmLog, ArmSample
from eyehand_perception.cell_episode import CellEpisode, Look
from eyehand_perception.cell_looker import CellLooker
from eyehand_perception.cell_sight import CellSight
from eyehand_perception.dialogue import Dialogue, Question
from eyehand_perception.overlay import draw_overlay
from eyehand_perception.perceived_world import PerceivedWorld
from eyehand_perception.perception_parameters import (
    PARAMETERS,
    perception_settings,
    placement_tolerance,
)
from eyehand_perception.proximity import Proximity
from eyehand_perception.sight_messages import sight_to_message


class PerceptionNode(StackNode):
    """Serves one physical cell."""

    def __init__(self) -> None:
        super().__init__("world", [ROBOT, CONFIG, *PARAMETERS])
        self._robot = load_robot(Path(self.values["robot"]))
        self._environment = load_environment(self._robot.environment)
        self._library = Library(Path(self.values["config"]), self._environment)
        self._urdf = expand_xacro(self._robot.description)
        self._cell = load_cell(Path(self.values["cell"]))
        cameras = [camera for camera in self._cell.cameras.values() if camera.stands_still]
        for camera in cameras:
            camera.measured  # noqa: B018 - refuses an uncalibrated camera at the start
        self._streams = CellStreams(self.io, cameras)
        self._arms = ArmLog()
        self._looker = CellLooker(
            self._streams,
            self._arms,
            CellSight(self._cell, self.values["max_residual"]),
            max_skew=round(self.values["max_skew"] * 1e9),
            period=1.0 / self.values["rate"],
            patience=self.values["picture_timeout"],
        )
        self.io.create_subscription(ArmStates, "arms", self._take_arms, qos.STATES)
        self._objects = self.create_publisher(ObjectStates, "world/objects", qos.STATES)
        self._quality = self.create_publisher(DiagnosticArray, "world/perception", qos.EVENTS)
        self._overlays = {
            name: self.create_publisher(
                CompressedImage, f"operator/{name}/overlay/compressed", qos.IMAGES
            )
            for name in self._cell.cameras
        }
        questions = self.create_publisher(String, "operator/question", qos.LATCHED)
        self._dialogue = Dialogue(lambda asked: questions.publish(String(data=asked.to_json())))
        questions.publish(String(data=Question().to_json()))
        self.io.create_subscription(String, "operator/answer", self._take_answer, qos.EVENTS)
        self._episode: CellEpisode | None = None
        self._following = False
        self._looker.start(self._take_look)
        self.create_service(ResetWorld, "reset_world", self._reset)

    def diagnose(self) -> dict[str, str]:
        """Return which cell is watched and what is wrong."""
        facts = {"cell": self._cell.name, "cameras": ", ".join(self._streams.stamps()) or "none"}
        return facts | ({"error": self._looker.fault} if self._looker.fault else {})

    def close(self) -> None:
        """Withdraw open questions and stop looking."""
        self._dialogue.close()
        self._looker.close()

    def _take_arms(self, message: Any) -> None:
        stamp = stamps.to_nanoseconds(message.header.stamp)
        arms = {str(arm.name): arm_from_message(arm) for arm in message.arms}
        self._arms.put(ArmSample(stamp=stamp, arms=arms))

    def _take_answer(self, message: Any) -> None:
        problem = self._dialogue.take(message.data)
        if problem is not None:
            self.get_logger().warning(f"operator/answer: {problem}")

    def _reset(self, request: Any, response: Any) -> Any:
        self._following = False
        try:
            task = self._library.load_instance(request.task, request.seed)
            scene = self._library.instantiate(task, request.seed)
            proximity = Proximity(
                self._urdf,
                self._robot,
                self._environment,
                scene.objects,
                self.values["contact_tolerance"],
            )
            settings = perception_settings(self.values)
            world = PerceivedWorld(self._cell, scene, proximity, settings, 0.0)
            tolerance = placement_tolerance(self.values)
            episode = CellEpisode(task, scene, world, self._robot, self._dialogue, tolerance)
            self._episode = episode
            self._looker.watch(episode.cast)
            state = episode.set_up(self._looker.fresh, Deadline(self.values["answer_timeout"]))
        except EyehandError as error:
            self._episode = None
            response.error = str(error)
            return response
        self._publish(episode, state)
        self._following = True
        response.ok, response.scene_digest = True, scene.digest()
        response.stamp = stamps.from_nanoseconds(episode.stamp)
        return response

    def _take_look(self, look: Look, frames: Mapping[str, Frame]) -> None:
        episode = self._episode
        if episode is None:
            return
        if not self._following:
            self._publish_overlay(episode, look, frames)
            return
        state = episode.state(look, Deadline(self.values["answer_timeout"]))
        if state is not None and self._following:
            self._publish(episode, state)

    def _publish(self, episode: CellEpisode, state: WorldState) -> None:
        self._quality.publish(sight_to_message(episode.stamp, episode.world.tracks, state))
        self._objects.publish(objects_to_message(state, episode.stamp))

    def _publish_overlay(
        self, episode: CellEpisode, look: Look, frames: Mapping[str, Frame]
    ) -> None:
        tolerance = placement_tolerance(self.values)
        hints = {item.object: item.sentence(tolerance) for item in episode.corrections(look)}
        for camera, frame in frames.items():
            item = self._cell.cameras[camera]
            jpeg = draw_overlay(
                frame.jpeg,
                item.measured.lens,
                item.optical_pose(look.arms.end_poses),
                episode.scene,
                episode.cast,
                hints,
            )
            stamp = stamps.from_nanoseconds(frame.stamp)
            self._overlays[camera].publish(jpeg_to_message(jpeg, stamp, f"{camera}_optical_frame"))


def main() -> None:
    """Run the perception node."""
    sys.exit(run_node(PerceptionNode))
