"""What a record holds: topics, their types and their quality of service.

Names are relative, as the nodes use them; the recorder resolves them in its namespace.
"""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_bench.record.quality_of_service import QualityOfService

_STATES = QualityOfService(depth=1000)
_EVENTS = QualityOfService(depth=100)
_IMAGES = QualityOfService(depth=10)
_LATCHED = QualityOfService(depth=1, latched=True)
_TF_STATIC = QualityOfService(depth=100, latched=True)


@dataclass(frozen=True, kw_only=True)
class RecordedTopic:
    """One topic of a record.

    Attributes:
        name: relative name, or absolute for topics that ROS fixes.
        type_name: ``package/msg/Name``.
        quality: quality of service of the publishers.
        essential: an episode without it cannot be judged again, so recording waits for it.
        robot_only: published only in worlds with a robot.
        periodic: published all the time, also when nothing happens.
        checkpoint: everything received is put on the disk when a message of it arrives.
    """

    name: str
    type_name: str
    quality: QualityOfService
    essential: bool = False
    robot_only: bool = False
    periodic: bool = False
    checkpoint: bool = False


OBJECTS = "world/objects"
ARMS = "arms"
EPISODE = "episode"
DECISIONS = "decisions"
PREDICATES = "predicates"
TRANSCRIPT = "transcript"
IMAGES = "active_camera/image/compressed"

RECORDED_TOPICS = (
    RecordedTopic(
        name=OBJECTS,
        type_name="eyehand_interfaces/msg/ObjectStates",
        quality=_STATES,
        essential=True,
    ),
    RecordedTopic(
        name=ARMS,
        type_name="eyehand_interfaces/msg/ArmStates",
        quality=_STATES,
        essential=True,
        robot_only=True,
    ),
    RecordedTopic(
        name=EPISODE,
        type_name="eyehand_interfaces/msg/EpisodeState",
        quality=_LATCHED,
        essential=True,
        checkpoint=True,
    ),
    RecordedTopic(
        name=DECISIONS,
        type_name="eyehand_interfaces/msg/DecisionRecord",
        quality=_EVENTS,
        essential=True,
        checkpoint=True,
    ),
    RecordedTopic(
        name=PREDICATES,
        type_name="eyehand_interfaces/msg/PredicateStates",
        quality=_EVENTS,
        essential=True,
    ),
    RecordedTopic(
        name=TRANSCRIPT,
        type_name="eyehand_interfaces/msg/ModelExchange",
        quality=_EVENTS,
        checkpoint=True,
    ),
    RecordedTopic(name=IMAGES, type_name="sensor_msgs/msg/CompressedImage", quality=_IMAGES),
    RecordedTopic(
        name="active_camera/camera_info", type_name="sensor_msgs/msg/CameraInfo", quality=_IMAGES
    ),
    RecordedTopic(name="world/pictures", type_name="std_msgs/msg/String", quality=_EVENTS),
    RecordedTopic(name="joint_states", type_name="sensor_msgs/msg/JointState", quality=_STATES),
    RecordedTopic(
        name="safety",
        type_name="diagnostic_msgs/msg/DiagnosticStatus",
        quality=_LATCHED,
        robot_only=True,
        checkpoint=True,
    ),
    RecordedTopic(
        name="world/perception",
        type_name="diagnostic_msgs/msg/DiagnosticArray",
        quality=_EVENTS,
        robot_only=True,
    ),
    RecordedTopic(name="operator/question", type_name="std_msgs/msg/String", quality=_LATCHED),
    RecordedTopic(name="operator/answer", type_name="std_msgs/msg/String", quality=_EVENTS),
    RecordedTopic(name="robot_description", type_name="std_msgs/msg/String", quality=_LATCHED),
    RecordedTopic(name="tf", type_name="tf2_msgs/msg/TFMessage", quality=_EVENTS),
    RecordedTopic(name="tf_static", type_name="tf2_msgs/msg/TFMessage", quality=_TF_STATIC),
    RecordedTopic(
        name="clock",
        type_name="rosgraph_msgs/msg/Clock",
        quality=QualityOfService(depth=10),
    ),
    RecordedTopic(
        name="/diagnostics",
        type_name="diagnostic_msgs/msg/DiagnosticArray",
        quality=QualityOfService(depth=10),
        periodic=True,
    ),
)
