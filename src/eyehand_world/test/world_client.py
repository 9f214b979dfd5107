"""A client of a running world node."""

from __future__ import annotations

import os
import threading
from typing import Any

import numpy as np
from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory, GripperCommand
from eyehand_nodekit.callers import ActionCaller, ServiceCaller
from eyehand_nodekit.spinning_node import SpinningNode
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from tf2_msgs.msg import TFMessage
from trajectory_msgs.msg import JointTrajectoryPoint

from eyehand_interfaces.msg import ObjectStates
from eyehand_interfaces.srv import ResetWorld
from eyehand_nodekit import qos, stamps

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
