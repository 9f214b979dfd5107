"""Gathers the facts about a running graph; moves nothing."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ET
from typing import Any

import rclpy
from control_msgs.action import FollowJointTrajectory, GripperCommand
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from eyehand_core.robot import Robot
from eyehand_core.views import START_VIEW
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.names import DIAGNOSTIC_PREFIX
from rclpy.action import ActionClient
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from std_srvs.srv import Trigger
from tf2_msgs.msg import TFMessage

from eyehand_bench.doctor.cell import declared
from eyehand_bench.doctor.cell.facts import CellFacts, JointFacts, PictureFacts
from eyehand_interfaces.action import Act, MoveArms, MoveCamera, RunEpisode
from eyehand_interfaces.msg import CameraCommand
from eyehand_interfaces.srv import Capture, ResetWorld, RestoreState, SaveState, StartEpisode
from eyehand_nodekit import stamps

_DISCOVERY_S = 5.0
_QUIET_S = 1.0
"""The graph counts as complete when it has not changed for so long."""
_ANSWER_S = 8.0
_LISTEN_S = 3.0

_ANY = QoSProfile(depth=100, reliability=ReliabilityPolicy.BEST_EFFORT)
"""Hears reliable and best-effort publishers alike."""
_LATCHED = QoSProfile(
    depth=100,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)

_ACTIONS = {"move_arms": MoveArms, "move_camera": MoveCamera, "act": Act, "run_episode": RunEpisode}
_SERVICES = {
    "emergency_stop": Trigger,
    "release_stop": Trigger,
    "capture": Capture,
    "start_episode": StartEpisode,
    "reset_world": ResetWorld,
}


class GraphProbe:
    """A node that listens and asks, in a context of its own."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._context = rclpy.Context()
        rclpy.init(context=self._context)
        self._node = Node("doctor", context=self._context)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self._node)
        self._joints: JointState | None = None
        self._machine_ns = 0
        self._clock_ns: int | None = None
        self._urdf = ""
        self._frames: set[str] = set()
        self._faults: dict[str, str] = {}
        self._clients = self._make_clients()
        self._listen()

    def facts(self, patience: float) -> CellFacts:
        """Return everything that was found; takes some seconds.

        Args:
            patience: how long to wait for what is not served yet [s].
        """
        self._discover(patience)
        self._wake()
        self._spin(_LISTEN_S, lambda: self._joints is not None and bool(self._urdf))
        servers = frozenset(name for name, client in self._clients.items() if _served(client))
        topics = (*declared.STACK_TOPICS, "clock")
        publishers = {name: self._node.count_publishers(name) for name in topics}
        picture = self._picture()
        self._spin(_QUIET_S, lambda: False)
        tree = ET.fromstring(self._urdf) if self._urdf else ET.Element("robot")
        return CellFacts(
            nodes=self._nodes(),
            servers=servers,
            publishers=publishers,
            joints=None if self._joints is None else _joint_facts(self._joints),
            clock_ns=self._clock_ns,
            machine_ns=self._machine_ns,
            links=frozenset(link.get("name", "") for link in tree.findall("link")),
            urdf_joints=frozenset(joint.get("name", "") for joint in tree.findall("joint")),
            frames=frozenset(self._frames),
            picture=picture,
            faults=self._faults,
        )

    def close(self) -> None:
        """Leave the graph."""
        self._executor.shutdown()
        self._node.destroy_node()
        rclpy.shutdown(context=self._context)

    def _make_clients(self) -> dict[str, Any]:
        clients: dict[str, Any] = {}
        for name in declared.controller_actions(self._robot):
            trajectory = name.endswith("/follow_joint_trajectory")
            kind = FollowJointTrajectory if trajectory else GripperCommand
            clients[name] = ActionClient(self._node, kind, name)
        for name, kind in _ACTIONS.items():
            clients[name] = ActionClient(self._node, kind, name)
        for name, kind in _SERVICES.items():
            clients[name] = self._node.create_client(kind, name)
        return clients

    def _listen(self) -> None:
        for kind, topic, take, quality in (
            (JointState, "joint_states", self._take_joints, _ANY),
            (Clock, "clock", self._take_clock, _ANY),
            (String, "robot_description", self._take_urdf, _LATCHED),
            (TFMessage, "/tf", self._take_frames, _ANY),
            (TFMessage, "/tf_static", self._take_frames, _LATCHED),
            (DiagnosticArray, "/diagnostics", self._take_diagnostics, _ANY),
            (DiagnosticStatus, "safety", self._take_status, _LATCHED),
        ):
            self._node.create_subscription(kind, topic, take, quality)

    def _discover(self, patience: float) -> None:
        self._spin(patience, lambda: all(map(_served, self._clients.values())))
        seen: Any = None
        changed, deadline = time.monotonic(), Deadline(_DISCOVERY_S)
        while not deadline.expired and time.monotonic() - changed < _QUIET_S:
            now = (self._nodes(), [_served(client) for client in self._clients.values()])
            if now != seen:
                seen, changed = now, time.monotonic()
            self._executor.spin_once(timeout_sec=0.05)

    def _wake(self) -> None:
        """Make a lock-stepped world tell its state: it stands still and says nothing by itself."""
        if self._joints is not None:
            return
        save = self._node.create_client(SaveState, "save_state")
        restore = self._node.create_client(RestoreState, "restore_state")
        if save.wait_for_service(timeout_sec=_QUIET_S) and restore.service_is_ready():
            saved = self._call(save, SaveState.Request())
            if saved is not None and saved.ok:
                self._call(restore, RestoreState.Request(state=saved.state))

    def _picture(self) -> PictureFacts:
        capture = self._clients["capture"]
        if not capture.service_is_ready():
            return PictureFacts(error="service capture is not served")
        views = [CameraCommand(action=START_VIEW, anchor=self._anchor())]
        answer = self._call(capture, Capture.Request(views=views))
        if answer is None:
            return PictureFacts(error=f"node camera did not answer within {_ANSWER_S:g} s")
        if not answer.ok or not answer.infos:
            return PictureFacts(error=answer.error or "the answer holds none")
        return PictureFacts(width=answer.infos[0].width, height=answer.infos[0].height)

    def _anchor(self) -> str:
        """Return an arm that takes part; a task for one arm leaves out the other."""
        heard = () if self._joints is None else self._joints.name
        arms = self._robot.arms.values()
        present = [arm.name for arm in arms if set(arm.joints) <= set(heard)]
        return present[0] if present else next(iter(self._robot.arms))

    def _call(self, client: Any, request: Any) -> Any:
        future = client.call_async(request)
        self._spin(_ANSWER_S, future.done)
        return future.result() if future.done() else None

    def _spin(self, seconds: float, done: Any) -> None:
        deadline = Deadline(seconds)
        while not deadline.expired and not done():
            self._executor.spin_once(timeout_sec=0.05)

    def _nodes(self) -> tuple[str, ...]:
        found = self._node.get_node_names_and_namespaces()
        own = self._node.get_fully_qualified_name()
        names = (f"{space.rstrip('/')}/{name}" for name, space in found if name[:1] != "_")
        return tuple(sorted(name for name in names if name != own))

    def _take_joints(self, message: JointState) -> None:
        self._joints, self._machine_ns = message, time.time_ns()

    def _take_clock(self, message: Clock) -> None:
        self._clock_ns = stamps.to_nanoseconds(message.clock)

    def _take_urdf(self, message: String) -> None:
        self._urdf = message.data

    def _take_frames(self, message: TFMessage) -> None:
        for transform in message.transforms:
            self._frames |= {transform.header.frame_id, transform.child_frame_id}

    def _take_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            self._take_status(status)

    def _take_status(self, status: DiagnosticStatus) -> None:
        if status.name.startswith(DIAGNOSTIC_PREFIX):
            name = status.name.removeprefix(DIAGNOSTIC_PREFIX)
            self._faults.pop(name, None)
            if status.level == DiagnosticStatus.ERROR:
                self._faults[name] = status.message


def _served(client: Any) -> bool:
    ready = client.server_is_ready if isinstance(client, ActionClient) else client.service_is_ready
    return bool(ready())


def _joint_facts(message: JointState) -> JointFacts:
    count = len(message.name)
    return JointFacts(
        names=frozenset(message.name),
        stamp_ns=stamps.to_nanoseconds(message.header.stamp),
        has_velocities=len(message.velocity) == count,
        has_efforts=len(message.effort) == count,
    )


def gather(robot: Robot, patience: float = 0.0) -> CellFacts:
    """Return the facts about the graph of this terminal (``ROS_DOMAIN_ID``).

    Args:
        robot: robot file to which the nodes must fit.
        patience: how long to wait for nodes that are not up yet [s].
    """
    probe = GraphProbe(robot)
    try:
        return probe.facts(patience)
    finally:
        probe.close()
