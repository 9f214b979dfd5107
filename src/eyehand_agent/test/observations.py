"""Observations and settings that the agent tests share."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from eyehand_core.decisions import manipulation_grammar
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.observation import Feedback, Observation, View
from eyehand_core.world_state import ArmState

JPEG = b"\xff\xd8 one picture \xff\xd9"
ENDPOINT: dict[str, Any] = {
    "model": "test-model",
    "api_key_env": "EYEHAND_TEST_KEY",
    "connect_timeout_s": 2.0,
    "request_timeout_s": 10.0,
    "deadline_s": 20.0,
    "attempts": 3,
    "backoff_s": 0.01,
    "backoff_limit_s": 1.0,
}
SETTINGS: dict[str, Any] = {
    **ENDPOINT,
    "wire": "chat",
    "episode_tokens": 0,
    "episode_cost": 0.0,
    "output": "prompted",
    "probe": "never",
    "summaries": "out/summaries",
    "memory": "out/layout_memory.jsonl",
    "images": 2,
    "image_width": 0,
    "jpeg_quality": 95,
    "history_turns": 3,
    "history_images": 0,
    "history_characters": 200,
    "executed_actions": 100,
    "context_tokens": 65536,
    "compact_at": 0.8,
    "compact_turns": 2,
    "request_bytes": 20_000_000,
}


def arm_state(name: str, x: float = 0.306) -> ArmState:
    """Return an arm at home whose hidden values are easy to find in a text."""
    pose = Pose.of([x, -0.322, 0.934], rotation.from_rpy(0.0, 0.0, math.pi / 2))
    return ArmState(
        name=name,
        end_pose=pose,
        grip_center=pose.transform([0.074, 0.0, 0.0]),
        tcp=np.array([0.77771, 0.77772, 0.77773]),
        joint_positions=np.full(6, 0.88881),
        joint_velocities=np.full(6, 0.99991),
        aperture=0.55551,
        aperture_command=0.66661,
        fingers_at_rest=True,
    )


def observation(**changes: Any) -> Observation:
    """Return the first observation of a one-arm episode, with changes."""
    values: dict[str, Any] = {
        "episode_id": "episode-4242",
        "kind": "manipulation",
        "instruction": "Lift the cube.",
        "step": 0,
        "budget": 30,
        "views": (View(name="center_high", jpeg=JPEG, stamp=12345.678),),
        "active_arm": "right",
        "arms": {"right": arm_state("right")},
        "feedback": Feedback(),
        "allowed_actions": manipulation_grammar(("right",)).names,
    }
    return Observation(**{**values, **changes})
