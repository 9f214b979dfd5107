"""MoveIt's messages from the executor's own types, for both of its back ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from eyehand_core.environment import Obstacle
from eyehand_core.geometry.pose import Pose


def pose_to_message(pose: Pose) -> Any:
    """Return a geometry_msgs/Pose; its quaternion has unit length, which MoveIt does not check."""
    from geometry_msgs.msg import Point, Quaternion
    from geometry_msgs.msg import Pose as PoseMessage

    x, y, z = (float(value) for value in pose.position)
    w, i, j, k = (float(value) for value in pose.quaternion)
    return PoseMessage(position=Point(x=x, y=y, z=z), orientation=Quaternion(w=w, x=i, y=j, z=k))


def pose_from_message(message: Any) -> Pose:
    """Return a geometry_msgs/Pose as a pose."""
    p, q = message.position, message.orientation
    return Pose.of([p.x, p.y, p.z], [q.w, q.x, q.y, q.z])


def box_to_message(obstacle: Obstacle, growth: float, frame: str) -> Any:
    """Return an obstacle as a moveit_msgs/CollisionObject that replaces one of the same name.

    Args:
        obstacle: box in the world.
        growth: how far each face is moved outwards [m]; negative shrinks the box.
        frame: MoveIt's planning frame, which is the world.
    """
    from moveit_msgs.msg import CollisionObject
    from shape_msgs.msg import SolidPrimitive

    size = [max(edge + 2.0 * growth, 1e-4) for edge in obstacle.size]
    message = CollisionObject(
        id=obstacle.name,
        pose=pose_to_message(Pose.of(obstacle.center)),
        primitives=[SolidPrimitive(type=SolidPrimitive.BOX, dimensions=size)],
        primitive_poses=[pose_to_message(Pose.of([0.0, 0.0, 0.0]))],
        operation=CollisionObject.ADD,
    )
    message.header.frame_id = frame
    return message


def state_to_message(names: Iterable[str], positions: Iterable[float]) -> Any:
    """Return a moveit_msgs/RobotState that differs from the current one in some joints."""
    from moveit_msgs.msg import RobotState
    from sensor_msgs.msg import JointState

    joints = JointState(name=list(names), position=[float(value) for value in positions])
    return RobotState(joint_state=joints, is_diff=True)
