"""The recorder node: writes everything that happens in an episode into a bag."""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

from eyehand_core.errors import RecordError
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.parameters import Parameter
from eyehand_nodekit.stack_node import StackNode
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy
from rosidl_runtime_py.utilities import get_message
from std_srvs.srv import Trigger

from eyehand_bench.record.bag_writer import BagWriter
from eyehand_bench.record.free_space import NEEDED_MB, check_space
from eyehand_bench.record.message_definitions import full_definition, installed_definition
from eyehand_bench.record.quality_of_service import QualityOfService
from eyehand_bench.record.silence import Silence
from eyehand_bench.record.topics import RECORDED_TOPICS, RecordedTopic

_POLL_S = 0.03
_DRAIN_TIMEOUT_S = 5.0
_RECEIVE_DEPTH = 1000

PARAMETERS = (
    Parameter(name="bag", default="", description="Bag folder to make.", required=True),
    Parameter(
        name="has_robot", default=True, description="Whether proprioception must be recorded."
    ),
    Parameter(
        name="free_space",
        default=NEEDED_MB,
        description="Least free disk space at the start [MB].",
        lower=0.0,
        upper=1_000_000.0,
    ),
)


class RecorderNode(StackNode):
    """Records from its start until ``finish_record`` is called or the node is stopped."""

    def __init__(self) -> None:
        super().__init__("recorder", PARAMETERS)
        folder = Path(self.values["bag"])
        check_space(folder, self.values["free_space"])
        self._writer = BagWriter(folder)
        self._lock = threading.Lock()
        self._finished = False
        self._silence = Silence(time.monotonic())
        self._essential: list[str] = []
        for topic in RECORDED_TOPICS:
            self._record(topic)
        self.create_service(Trigger, "record_ready", self._answer_ready)
        self.create_service(Trigger, "finish_record", self._answer_finish)

    def close(self) -> None:
        """Finish the bag."""
        with self._lock:
            self._finished = True
            self._writer.close()

    def diagnose(self) -> dict[str, str]:
        """Return how much has been recorded."""
        return {"messages": str(sum(self._writer.counts.values()))}

    def _record(self, topic: RecordedTopic) -> None:
        name = self.io.resolve_topic_name(topic.name)
        definition = full_definition(topic.type_name, installed_definition)
        self._writer.add_topic(name, topic.type_name, definition, topic.quality)
        self.io.create_subscription(
            get_message(topic.type_name),
            topic.name,
            lambda data: self._write(name, data, topic),
            _subscription_qos(topic.quality),
            raw=True,
        )
        if topic.essential and (self.values["has_robot"] or not topic.robot_only):
            self._essential.append(name)

    def _write(self, name: str, data: Any, topic: RecordedTopic) -> None:
        now = time.time_ns()
        with self._lock:
            if self._finished:
                return
            self._silence.hear(topic, time.monotonic())
            self._writer.write(name, bytes(data), now, now)
            if topic.checkpoint:
                self._writer.checkpoint()

    def _answer_ready(self, _: Any, response: Any) -> Any:
        missing = [name for name in self._essential if not self.io.count_publishers(name)]
        response.success = not missing
        response.message = f"no publisher yet: {', '.join(missing)}" if missing else ""
        return response

    def _answer_finish(self, _: Any, response: Any) -> Any:
        """Wait until no more news arrives, close the bag and tell the message counts."""
        deadline = time.monotonic() + _DRAIN_TIMEOUT_S
        while (now := time.monotonic()) < deadline and not self._silence.reached(now):
            time.sleep(_POLL_S)
        try:
            self.close()
        except RecordError as error:
            response.success, response.message = False, str(error)
            return response
        response.success, response.message = True, json.dumps(self._writer.counts)
        return response


def _subscription_qos(quality: QualityOfService) -> QoSProfile:
    durability = DurabilityPolicy.TRANSIENT_LOCAL if quality.latched else DurabilityPolicy.VOLATILE
    reliability = ReliabilityPolicy.RELIABLE if quality.reliable else ReliabilityPolicy.BEST_EFFORT
    return QoSProfile(
        history=HistoryPolicy.KEEP_LAST,
        depth=_RECEIVE_DEPTH,
        reliability=reliability,
        durability=durability,
    )


def main() -> None:
    """Run the recorder node."""
    sys.exit(run_node(RecorderNode))


if __name__ == "__main__":
    main()
