"""What the nodes need on the graph: names that the robot file or the stack declares."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_core.robot import Robot

STACK_ACTIONS = {
    "move_arms": "executor",
    "move_camera": "camera",
    "act": "monitor",
    "run_episode": "agent",
}
"""Node that serves each action."""

STACK_SERVICES = {
    "emergency_stop": "executor",
    "release_stop": "executor",
    "capture": "camera",
    "start_episode": "monitor",
    "reset_world": "world",
}
"""Node that serves each service."""

STACK_TOPICS = {
    "joint_states": "world",
    "world/objects": "world",
    "robot_description": "world",
    "arms": "executor",
    "safety": "executor",
    "active_camera/image/compressed": "camera",
    "active_camera/camera_info": "camera",
    "decisions": "monitor",
    "episode": "monitor",
}
"""Node that publishes each topic; the drivers of a robot play the world."""


def controller_actions(robot: Robot) -> dict[str, str]:
    """Return the controller behind each action of the robot's controllers."""
    actions = {}
    for arm in robot.arms.values():
        actions[f"{arm.arm_controller}/follow_joint_trajectory"] = arm.arm_controller
        actions[f"{arm.gripper_controller}/gripper_cmd"] = arm.gripper_controller
    return actions


def joints(robot: Robot) -> tuple[str, ...]:
    """Return every joint that the robot file names."""
    return tuple(joint for arm in robot.arms.values() for joint in (*arm.joints, arm.gripper.joint))


def frames(robot: Robot) -> tuple[str, ...]:
    """Return every frame that the robot file names."""
    return tuple(dict.fromkeys((robot.root_frame, *_arm_frames(robot))))


def _arm_frames(robot: Robot) -> Iterator[str]:
    for arm in robot.arms.values():
        yield arm.base_frame
        yield arm.end_pose_frame
        yield arm.grip_center_frame
        yield arm.tcp_frame
        yield from arm.gripper.finger_links
