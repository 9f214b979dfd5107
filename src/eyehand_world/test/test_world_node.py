"""The world node through its real topics, services and action servers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest

pytestmark = [pytest.mark.ros, pytest.mark.sim]

pytest.importorskip("rclpy")

from builtin_interfaces.msg import Duration  # noqa: E402
from control_msgs.action import FollowJointTrajectory, GripperCommand  # noqa: E402
from eyehand_core.geometry.camera_model import look_at  # noqa: E402
from eyehand_nodekit.callers import ActionCaller, ServiceCaller  # noqa: E402
from eyehand_nodekit.state_messages import pose_to_message  # noqa: E402
from eyehand_nodekit.testing.node_process import SpinningNode  # noqa: E402
from sensor_msgs.msg import JointState  # noqa: E402
from std_msgs.msg import String  # noqa: E402
from tf2_msgs.msg import TFMessage  # noqa: E402
from trajectory_msgs.msg import JointTrajectoryPoint  # noqa: E402

from eyehand_interfaces.msg import ObjectStates  # noqa: E402
from eyehand_interfaces.srv import RenderView, ResetWorld, RestoreState, SaveState  # noqa: E402
from eyehand_nodekit import qos, stamps  # noqa: E402

DOMAIN = 110 + os.getpid() % 100
SUCCEEDED, CANCELED, ABORTED = 4, 5, 6
ARM, OTHER, GRIPPER = "right_arm_controller", "left_arm_controller", "right_gripper_controller"
TWO_ARM_TASK, ONE_ARM_TASK = "lift_pot", "place_cube_in_bowl"
LONG_S = 60.0


class Client:
    """Talks to a world node from a node of its own."""

    def __init__(self) -> None:
        self._spinning = SpinningNode("tester", DOMAIN)
        self.node = self._spinning.node
        self.objects: list[Any] = []
        self.joints: list[Any] = []
        self.latched: dict[str, Any] = {}
        self._changed = threading.Condition()
        subscribe = self.node.create_subscription
        subscribe(ObjectStates, "world/objects", lambda m: self._keep(self.objects, m), qos.STATES)
        subscribe(JointState, "joint_states", lambda m: self._keep(self.joints, m), qos.STATES)
        for kind, topic in ((String, "robot_description"), (TFMessage, "/tf_static")):
            subscribe(kind, topic, lambda m, t=topic: self.latched.update({t: m}), qos.LATCHED)

    def _keep(self, where: list[Any], message: Any) -> None:
        with self._changed:
            where.append(message)
            self._changed.notify_all()

    def close(self) -> None:
        self._spinning.close()

    def service(self, kind: Any, name: str, **fields: Any) -> Any:
        caller = ServiceCaller(self.node, kind, name, "world")
        return caller.call(kind.Request(**fields), LONG_S)

    def reset(self, task: str, seed: int = 1000) -> Any:
        response = self.service(ResetWorld, "reset_world", task=task, seed=seed)
        assert response.ok, response.error
        self.at_rest_since(stamps.to_nanoseconds(response.stamp))
        return response

    def at_rest_since(self, stamp_ns: int) -> tuple[Any, Any]:
        """Wait for the newest pause at or after a stamp; return objects and joints of it."""

        def ready() -> bool:
            if not (self.objects and self.joints and self.objects[-1].at_rest):
                return False
            newest = stamps.to_nanoseconds(self.objects[-1].header.stamp)
            return (
                newest >= stamp_ns and self.joints[-1].header.stamp == self.objects[-1].header.stamp
            )

        with self._changed:
            assert self._changed.wait_for(ready, timeout=LONG_S), "the world did not come to rest"
            return self.objects[-1], self.joints[-1]

    @property
    def now_ns(self) -> int:
        return stamps.to_nanoseconds(self.joints[-1].header.stamp)

    def position(self, arm: str) -> np.ndarray:
        newest = self.joints[-1]
        return np.array([newest.position[newest.name.index(j)] for j in joint_names(arm)])

    def arm(self, controller: str) -> ActionCaller:
        name = f"{controller}/follow_joint_trajectory"
        return ActionCaller(self.node, FollowJointTrajectory, name, "world")

    def gripper(self, position: float, effort: float = 0.0) -> Any:
        goal = GripperCommand.Goal()
        goal.command.position, goal.command.max_effort = position, effort
        caller = ActionCaller(self.node, GripperCommand, f"{GRIPPER}/gripper_cmd", "world")
        running = caller.send(goal, LONG_S)
        return None if running is None else running.wait(LONG_S)


def joint_names(arm: str) -> list[str]:
    return [f"{arm}_joint{number}" for number in range(1, 7)]


def move(client: Client, arm: str, offset: float, seconds: float, *, start_ns: int = 0) -> Any:
    """Return a goal that turns all joints of an arm by ``offset`` from here."""
    here = client.position(arm)
    goal = FollowJointTrajectory.Goal()
    goal.trajectory.header.stamp = stamps.from_nanoseconds(start_ns)
    goal.trajectory.joint_names = joint_names(arm)
    for at, q in ((0.0, here), (seconds, here + offset)):
        point = JointTrajectoryPoint(positions=q.tolist(), velocities=[0.0] * 6)
        point.time_from_start = Duration(sec=int(at), nanosec=round((at % 1) * 1e9))
        goal.trajectory.points.append(point)
    return goal


@pytest.fixture(scope="module")
def world(robot: Any, config: Any) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "eyehand_world.world_node"]
    robot_file = config / "robots" / "dual_x5.yaml"
    arguments = ["--ros-args", "-p", f"robot:={robot_file}", "-p", f"config:={config}"]
    process = subprocess.Popen(
        [*command, *arguments, "-p", "profile:=fast"],
        env={**os.environ, "ROS_DOMAIN_ID": str(DOMAIN), "EYEHAND_WATCH_PARENT": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors


@pytest.fixture(scope="module")
def client(world: Any) -> Iterator[Client]:
    client = Client()
    yield client
    client.close()


def test_reset_publishes_one_matching_pair_of_samples(client: Client) -> None:
    before = len(client.objects)
    response = client.reset(ONE_ARM_TASK)
    objects, joints = client.at_rest_since(0)
    assert len(client.objects) == before + 1
    assert objects.header.stamp == joints.header.stamp == response.stamp
    assert objects.sequence == 0
    assert objects.header.frame_id == "world"
    assert len(response.scene_digest) == 64
    assert {item.name for item in objects.objects} == {"cube", "bowl"}
    assert len(joints.name) == 8


def test_same_seed_gives_the_same_state_bit_for_bit(client: Client) -> None:
    first = client.reset(ONE_ARM_TASK, 1003), client.objects[-1].objects
    other = client.reset(ONE_ARM_TASK, 1004), client.objects[-1].objects
    again = client.reset(ONE_ARM_TASK, 1003), client.objects[-1].objects
    assert first[1] == again[1] != other[1]
    assert first[0].scene_digest == again[0].scene_digest != other[0].scene_digest
    assert stamps.to_nanoseconds(first[0].stamp) < stamps.to_nanoseconds(again[0].stamp)


@pytest.mark.parametrize("task", ["no_such_task", ""])
def test_unknown_task_is_refused_with_the_valid_names(client: Client, task: str) -> None:
    response = client.service(ResetWorld, "reset_world", task=task, seed=1)
    assert not response.ok
    assert ONE_ARM_TASK in response.error


def test_trajectory_ends_where_it_should_and_rests(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    start = len(client.objects)
    target = client.position("right") + 0.2
    feedback: list[Any] = []
    running = client.arm(ARM).send(move(client, "right", 0.2, 1.0), 5.0, feedback.append)
    assert running is not None
    response = running.wait(LONG_S)
    assert response.status == SUCCEEDED
    assert response.result.error_code == 0
    objects, joints = client.at_rest_since(client.now_ns)
    np.testing.assert_allclose(client.position("right"), target, atol=2e-4)
    assert max(abs(v) for v in joints.velocity) < 0.01
    samples = client.objects[start:]
    assert [s.sequence for s in samples] == list(range(1, len(samples) + 1))
    assert [s.at_rest for s in samples] == [False] * (len(samples) - 1) + [True]
    assert feedback
    assert list(feedback[-1].joint_names) == joint_names("right")


def test_no_time_passes_without_a_goal(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    count, now = len(client.objects), client.now_ns
    time.sleep(0.5)
    assert (len(client.objects), client.now_ns) == (count, now)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda g: g.trajectory.points.clear(), "no points"),
        (lambda g: g.trajectory.joint_names.pop(), "controller has"),
        (lambda g: g.trajectory.points[1].positions.__setitem__(0, float("nan")), "NaN"),
        (lambda g: g.trajectory.points[1].positions.__setitem__(1, 9.0), "right_joint2 at 9"),
        (lambda g: g.trajectory.points[0].positions.__setitem__(0, 0.4), "would jump"),
        (lambda g: g.trajectory.points[1].velocities.__setitem__(0, 0.4), "stand still"),
        (lambda g: setattr(g.trajectory.header.stamp, "nanosec", 1), "in the past"),
    ],
)
def test_bad_goal_is_refused(client: Client, spoil: Any, reason: str) -> None:
    client.reset(ONE_ARM_TASK)
    client.reset(ONE_ARM_TASK)
    goal = move(client, "right", 0.1, 0.2)
    spoil(goal)
    assert client.arm(ARM).send(goal, 5.0) is None
    assert client.arm(ARM).send(move(client, "right", 0.1, 0.2), 5.0) is not None


def test_hidden_arm_refuses_goals(client: Client) -> None:
    client.reset(TWO_ARM_TASK)
    goal = move(client, "left", 0.1, 1.0)
    client.reset(ONE_ARM_TASK)
    assert client.arm(OTHER).send(goal, 5.0) is None


def test_hidden_arm_has_no_joint_states(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    _, joints = client.at_rest_since(0)
    assert joints.name
    assert not [name for name in joints.name if name.startswith("left_")]


def test_new_goal_preempts_the_old_one(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    first = client.arm(ARM).send(move(client, "right", 0.5, 60.0), 5.0)
    second = client.arm(ARM).send(move(client, "right", 0.0, 0.5), 5.0)
    assert first is not None and second is not None
    ended = first.wait(LONG_S)
    assert (ended.status, ended.result.error_code) == (ABORTED, -1)
    assert "preempted" in ended.result.error_string
    assert second.wait(LONG_S).status == SUCCEEDED


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_cancel_stops_and_holds(client: Client, share: float) -> None:
    client.reset(ONE_ARM_TASK)
    begin, start = client.position("right"), client.now_ns
    seconds = 40.0
    goal = move(client, "right", 0.5, seconds)
    passed = threading.Event()

    def watch(feedback: Any) -> None:
        if stamps.to_seconds(feedback.desired.time_from_start) >= share * seconds:
            passed.set()

    running = client.arm(ARM).send(goal, 5.0, watch)
    assert running is not None
    assert passed.wait(LONG_S)
    running.cancel(5.0)
    response = running.wait(5.0)
    assert (response.status, response.result.error_code) == (CANCELED, 0)
    objects, _ = client.at_rest_since(start + 1)
    progress = (client.position("right") - begin)[0] / 0.5
    assert 3 * share**2 - 2 * share**3 - 1e-3 <= progress < 0.999
    time.sleep(0.2)
    assert client.objects[-1] is objects


def test_two_arms_start_at_a_common_stamp(client: Client) -> None:
    client.reset(TWO_ARM_TASK)
    start = len(client.joints)
    stamp = client.now_ns + 100_000_000
    left = client.arm(OTHER).send(move(client, "left", 0.2, 1.0, start_ns=stamp), 5.0)
    time.sleep(0.2)  # The world must wait for the partner.
    right = client.arm(ARM).send(move(client, "right", 0.2, 1.0, start_ns=stamp), 5.0)
    assert left is not None and right is not None
    assert [goal.wait(LONG_S).status for goal in (left, right)] == [SUCCEEDED, SUCCEEDED]
    client.at_rest_since(stamp)
    for message in client.joints[start:]:
        offsets = [message.position[message.name.index(f"{a}_joint1")] for a in ("left", "right")]
        assert abs(offsets[0] - offsets[1]) < 1e-3
        if stamps.to_nanoseconds(message.header.stamp) <= stamp:
            assert abs(offsets[0]) < 1e-4


def test_two_arm_run_is_the_same_whenever_messages_arrive(client: Client) -> None:
    records = []
    for pause in (0.0, 0.3):
        client.reset(TWO_ARM_TASK, 1005)
        start, stamp = len(client.joints), client.now_ns + 100_000_000
        first = client.now_ns
        left = client.arm(OTHER).send(move(client, "left", 0.2, 0.5, start_ns=stamp), 5.0)
        time.sleep(pause)
        right = client.arm(ARM).send(move(client, "right", 0.2, 0.5, start_ns=stamp), 5.0)
        assert left is not None and right is not None
        left.wait(LONG_S), right.wait(LONG_S)
        client.at_rest_since(stamp)
        records.append(
            [
                (
                    stamps.to_nanoseconds(m.header.stamp) - first,
                    tuple(m.position),
                    tuple(m.velocity),
                )
                for m in client.joints[start:]
            ]
        )
    assert records[0] == records[1]


def test_gripper_opens_and_closes(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    closed = client.gripper(0.0)
    assert closed.status == SUCCEEDED
    assert closed.result.reached_goal and not closed.result.stalled
    assert closed.result.position == pytest.approx(0.0, abs=1e-3)
    opened = client.gripper(0.045)
    assert opened.result.position == pytest.approx(0.045, abs=1e-3)
    assert client.gripper(0.2) is None
    assert client.gripper(0.0, effort=1e3) is None


def test_state_is_saved_and_restored_exactly(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    saved = client.service(SaveState, "save_state")
    assert saved.ok, saved.error
    records = []
    for _ in range(2):
        restored = client.service(RestoreState, "restore_state", state=saved.state)
        assert restored.ok, restored.error
        time.sleep(0.1)
        client.at_rest_since(0)
        start, first = len(client.joints), client.now_ns
        client.arm(ARM).call(move(client, "right", 0.3, 0.5), LONG_S)
        client.at_rest_since(first + 1)
        records.append([(tuple(m.position), tuple(m.velocity)) for m in client.joints[start:]])
    assert records[0] == records[1]
    client.reset(ONE_ARM_TASK, 1001)
    refused = client.service(RestoreState, "restore_state", state=saved.state)
    assert not refused.ok and "scene" in refused.error


def test_picture_shows_the_scene_at_its_stamp(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    view = look_at([0, -0.58, 1.48], [0.17, -0.268, 0.884])
    fields = {"width": 640, "height": 480, "vertical_fov": 0.6458, "jpeg_quality": 95}
    response = client.service(
        RenderView, "render_view", optical_pose=pose_to_message(view), **fields
    )
    assert response.ok, response.error
    assert stamps.to_nanoseconds(response.image.header.stamp) == client.now_ns
    picture = cv2.imdecode(np.frombuffer(bytes(response.image.data), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (480, 640, 3)
    red = (picture[..., 2] > 120) & (picture[..., 1] < 60)
    assert red.sum() > 100
    response = client.service(RenderView, "render_view", optical_pose=pose_to_message(view))
    assert not response.ok


def test_description_and_fixed_frames_reach_late_joiners(client: Client) -> None:
    deadline = time.monotonic() + 10
    while len(client.latched) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert "right_joint6" in client.latched["robot_description"].data
    frames = {
        (t.header.frame_id, t.child_frame_id) for t in client.latched["/tf_static"].transforms
    }
    assert {("world", "base"), ("base", "right_base"), ("right_link6", "right_tool")} <= frames


def test_wrong_profile_is_named(config: Any) -> None:
    robot_file = config / "robots" / "dual_x5.yaml"
    done = subprocess.run(
        [
            *[sys.executable, "-m", "eyehand_world.world_node", "--ros-args"],
            *["-p", f"robot:={robot_file}", "-p", f"config:={config}", "-p", "profile:=shiny"],
        ],
        env={**os.environ, "ROS_DOMAIN_ID": str(DOMAIN)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert re.search("unknown render profile 'shiny'; allowed: fast, fine, standard", done.stderr)
