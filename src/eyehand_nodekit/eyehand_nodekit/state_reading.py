"""World states from messages, without ROS.

The functions only read attributes, so that they serve messages from rclpy and messages decoded
from a bag alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.world_state import ArmState, Contact, ObjectState, WorldState

from eyehand_nodekit import stamps


def vector_from_message(message: Any) -> Array:
    """Return a Point or Vector3 as an array, shape (3,)."""
    return np.array([message.x, message.y, message.z], dtype=np.float64)


def pose_from_message(message: Any) -> Pose:
    """Return a Pose message as a pose, bit for bit."""
    q = message.orientation
    return Pose(
        vector_from_message(message.position), np.array([q.w, q.x, q.y, q.z], dtype=np.float64)
    )


def arm_from_message(message: Any) -> ArmState:
    """Return an ArmState message as the core's arm state."""
    return ArmState(
        name=str(message.name),
        end_pose=pose_from_message(message.end_pose),
        grip_center=vector_from_message(message.grip_center),
        tcp=vector_from_message(message.tcp),
        joint_positions=np.array(message.joint_positions, dtype=np.float64),
        joint_velocities=np.array(message.joint_velocities, dtype=np.float64),
        aperture=float(message.aperture),
        aperture_command=float(message.aperture_command),
        fingers_at_rest=bool(message.fingers_at_rest),
    )


def world_state_from_messages(objects: Any, arms: Any | None) -> WorldState:
    """Return one sample of the world.

    Args:
        objects: ObjectStates message.
        arms: ArmStates message of the same instant; None in a world without a robot.
    """
    return WorldState(
        stamp=stamps.to_seconds(objects.header.stamp),
        sequence=int(objects.sequence),
        at_rest=bool(objects.at_rest),
        objects={str(item.name): _object_from_message(item) for item in objects.objects},
        contacts=tuple(_contact_from_message(contact) for contact in objects.contacts),
        arms={} if arms is None else {str(arm.name): arm_from_message(arm) for arm in arms.arms},
        # The first records have neither verdicts nor deviations.
        verdicts={str(v.term): bool(v.value) for v in getattr(objects, "verdicts", ())},
    )


def _object_from_message(message: Any) -> ObjectState:
    return ObjectState(
        name=str(message.name),
        pose=pose_from_message(message.pose),
        linear_velocity=vector_from_message(message.twist.linear),
        angular_velocity=vector_from_message(message.twist.angular),
        size=vector_from_message(message.size),
        fixed=bool(message.fixed),
        position_deviation=float(getattr(message, "position_deviation", 0.0)),
        angle_deviation=float(getattr(message, "angle_deviation", 0.0)),
    )


def _contact_from_message(message: Any) -> Contact:
    return Contact(
        body_a=str(message.body_a),
        body_b=str(message.body_b),
        position=vector_from_message(message.position),
        normal_force=float(message.normal_force),
        penetration=float(message.penetration),
    )
