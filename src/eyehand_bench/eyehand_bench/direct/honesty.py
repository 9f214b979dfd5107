"""Measurements of physical honesty: what is gripped stays gripped, what rests stays at rest."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from eyehand_core.episode.observe import observe
from eyehand_core.geometry.pose import Pose
from eyehand_core.world_state import WorldState
from eyehand_world.physics import Physics
from eyehand_world.physics_settings import TICK_S
from eyehand_world.scene_builder import build_scene

from eyehand_bench.direct.direct_episode import DirectEpisode
from eyehand_bench.direct.workplace import Workplace

SECONDS = 10.0
SEED = 1000
GRIPPED = {
    "grasp_single_cube": "cube",
    "grasp_single_bottle": "bottle",
    "grasp_single_bottle_upright": "bottle",
    "grasp_single_pen": "pen",
    "beat_block_hammer": "hammer",
    "lift_pot": "pot",
    "place_shoe": "shoe",
    "handover_horizontal_block": "bar",
}
"""Tasks whose expert ends up holding an object, or holds it on the way, and that object."""


@dataclass(frozen=True, kw_only=True)
class Held:
    """What happened to an object in the hand.

    Attributes:
        shift_mm: how far it moved in the gripper [mm].
        turn_deg: how far it turned in it [deg].
        overlap_mm: deepest overlap of bodies until then [mm].
    """

    shift_mm: float
    turn_deg: float
    overlap_mm: float


@dataclass(frozen=True, kw_only=True)
class Rested:
    """What happened to objects that nobody touched.

    Attributes:
        shift_mm: farthest that one moved [mm].
        speed_mm_s: largest speed of any [mm/s].
    """

    shift_mm: float
    speed_mm_s: float


def slip(place: Workplace, task_id: str, name: str) -> Held:
    """Let the expert lift an object, hold it for a while, and measure it in the hand."""
    run = DirectEpisode(place, place.library.load(task_id), SEED)
    expert = run.policy("expert")
    while run.episode.running and not _lifted(run, name):
        run.act(expert.decide(observe(run.episode, ()), ""))
    before = _in_hand(run.state, name)
    run.world.wait(SECONDS)
    after = _in_hand(run.world.take()[-1], name)
    return Held(
        shift_mm=1000 * after.distance_to(before),
        turn_deg=math.degrees(after.angle_to(before)),
        overlap_mm=0.0 if run.deepest is None else 1000 * run.deepest.penetration,
    )


def rest(place: Workplace, task_id: str) -> Rested:
    """Settle a scene, leave it alone, and measure its free objects."""
    scene = place.library.instantiate(place.library.load(task_id), SEED)
    built = build_scene(place.urdf, place.robot, place.library.environment, scene)
    physics = Physics(built, place.robot)
    for _ in range(round(2.0 / TICK_S)):
        physics.step_tick()
    start, shift, speed = physics.object_states(), 0.0, 0.0
    for _ in range(round(SECONDS / TICK_S)):
        physics.step_tick()
        for name, state in physics.object_states().items():
            shift = max(shift, state.pose.distance_to(start[name].pose))
            speed = max(speed, float(np.linalg.norm(state.linear_velocity)))
    return Rested(shift_mm=1000 * shift, speed_mm_s=1000 * speed)


def _lifted(run: DirectEpisode, name: str) -> bool:
    settled = run.world.settled.objects[name].pose.position[2]
    return float(run.state.objects[name].pose.position[2] - settled) > 0.05


def _in_hand(state: WorldState, name: str) -> Pose:
    """Return the pose of an object in the nearest gripper."""
    item = state.objects[name].pose
    arm = min(state.arms.values(), key=lambda arm: float(np.linalg.norm(arm.tcp - item.position)))
    return arm.end_pose.inverse() @ item
