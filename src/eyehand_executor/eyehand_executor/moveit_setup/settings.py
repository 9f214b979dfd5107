"""MoveIt's and ros2_control's settings files, as data for YAML."""

from __future__ import annotations

from typing import Any

from eyehand_core.robot import Arm, Robot

from eyehand_executor.moveit_setup.srdf import arm_group

UPDATE_RATE_HZ = 200
STATE_RATE_HZ = 100.0
GOAL_TOLERANCE_RAD = 0.01
_IK_TIMEOUT_S = 0.05
_IK_RESOLUTION_RAD = 0.005
_STALL_M_S = 0.001
_STALL_S = 0.3
_APERTURE_TOLERANCE_M = 0.002
_FINGER_GAINS = {"p": 2000.0, "i": 0.0, "d": 60.0}
"""The position gains of the fingers in the MuJoCo world [N/m, N s/m]."""

Settings = dict[str, Any]


def kinematics(robot: Robot) -> Settings:
    """Return which inverse kinematics solves each arm."""
    solver = {
        "kinematics_solver": "kdl_kinematics_plugin/KDLKinematicsPlugin",
        "kinematics_solver_search_resolution": _IK_RESOLUTION_RAD,
        "kinematics_solver_timeout": _IK_TIMEOUT_S,
    }
    return {arm_group(arm): dict(solver) for arm in robot.arms}


def joint_limits(robot: Robot, velocities: dict[str, float]) -> Settings:
    """Return the limits of motions: full speed of the URDF, and the scale that motions use.

    Args:
        robot: the robot.
        velocities: limits of the URDF by joint [rad/s].
    """
    return {
        "default_velocity_scaling_factor": robot.velocity_scale,
        "default_acceleration_scaling_factor": 1.0,
        "joint_limits": {
            joint: {
                "has_velocity_limits": True,
                "max_velocity": velocities[joint],
                "has_acceleration_limits": True,
                "max_acceleration": robot.acceleration,
            }
            for arm in robot.arms.values()
            for joint in arm.joints
        },
    }


def moveit_controllers(robot: Robot) -> Settings:
    """Return where MoveIt sends trajectories."""
    controllers: Settings = {}
    for arm in robot.arms.values():
        controllers[arm.arm_controller] = {
            "type": "FollowJointTrajectory",
            "action_ns": "follow_joint_trajectory",
            "default": True,
            "joints": list(arm.joints),
        }
        controllers[arm.gripper_controller] = {
            "type": "GripperCommand",
            "action_ns": "gripper_cmd",
            "default": True,
            "joints": [arm.gripper.joint],
        }
    return {
        "moveit_controller_manager": (
            "moveit_simple_controller_manager/MoveItSimpleControllerManager"
        ),
        "moveit_simple_controller_manager": {
            "controller_names": list(controllers),
            **controllers,
        },
        "trajectory_execution": {
            "allowed_execution_duration_scaling": 1.5,
            "allowed_goal_duration_margin": 1.0,
            "allowed_start_tolerance": GOAL_TOLERANCE_RAD,
        },
    }


def ros2_controllers(robot: Robot) -> Settings:
    """Return the controllers of ros2_control, with position commands for arms and fingers."""
    manager: Settings = {
        "update_rate": UPDATE_RATE_HZ,
        "joint_state_broadcaster": {"type": "joint_state_broadcaster/JointStateBroadcaster"},
    }
    settings = {
        "controller_manager": {"ros__parameters": manager},
        "joint_state_broadcaster": {"ros__parameters": {"update_rate": int(STATE_RATE_HZ)}},
    }
    for arm in robot.arms.values():
        manager[arm.arm_controller] = {
            "type": "joint_trajectory_controller/JointTrajectoryController"
        }
        manager[arm.gripper_controller] = {"type": "position_controllers/GripperActionController"}
        settings[arm.arm_controller] = {"ros__parameters": _trajectory_controller(arm)}
        settings[arm.gripper_controller] = {"ros__parameters": _gripper_controller(arm)}
    return settings


def classic_controllers(robot: Robot) -> Settings:
    """Return what Gazebo Classic needs on top: fingers driven by effort, with gains."""
    manager = {
        arm.gripper_controller: {"type": "effort_controllers/GripperActionController"}
        for arm in robot.arms.values()
    }
    gains = {
        arm.gripper_controller: {
            "ros__parameters": {"gains": {arm.gripper.joint: dict(_FINGER_GAINS)}}
        }
        for arm in robot.arms.values()
    }
    return {"controller_manager": {"ros__parameters": manager}, **gains}


def _trajectory_controller(arm: Arm) -> Settings:
    tolerances = {joint: {"goal": GOAL_TOLERANCE_RAD} for joint in arm.joints}
    return {
        "joints": list(arm.joints),
        "command_interfaces": ["position"],
        "state_interfaces": ["position", "velocity"],
        "action_monitor_rate": 50.0,
        "allow_partial_joints_goal": False,
        "constraints": {
            "stopped_velocity_tolerance": GOAL_TOLERANCE_RAD,
            "goal_time": 1.0,
            **tolerances,
        },
    }


def _gripper_controller(arm: Arm) -> Settings:
    return {
        "joint": arm.gripper.joint,
        "action_monitor_rate": 50.0,
        "goal_tolerance": _APERTURE_TOLERANCE_M,
        "max_effort": arm.gripper.max_effort,
        "allow_stalling": True,
        "stall_velocity_threshold": _STALL_M_S,
        "stall_timeout": _STALL_S,
    }
