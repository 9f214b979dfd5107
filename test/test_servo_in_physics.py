"""Servo solves tasks in real physics from what a model sees, and recovers when a thing is moved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from direct_stack import BUNDLED, CONFIG, LIBRARY
from eyehand_bench.direct.sighted_episode import SightedEpisode
from eyehand_core.episode.observe import observe
from eyehand_core.observation import Observation
from eyehand_world.render_profile import load_profile
from eyehand_world.renderer import Renderer

pytestmark = pytest.mark.sim


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    """Draws pictures without shadows."""
    renderer = Renderer(load_profile(CONFIG, "fast"))
    yield renderer
    renderer.close()


def begin(task: str, seed: int, renderer: Renderer) -> SightedEpisode:
    """Return a settled episode with pictures."""
    return SightedEpisode(BUNDLED, LIBRARY.load(task), seed, renderer)


def as_a_model_sees_it(observation: Observation) -> Observation:
    """Return the observation with everything destroyed that no model is shown.

    What is left of the arms is what the self-geometry is made from: end pose and grip centre.
    """
    nothing = np.full(3, np.nan)
    arms = {
        name: replace(
            arm,
            tcp=nothing,
            joint_positions=np.full(6, np.nan),
            joint_velocities=np.full(6, np.nan),
            aperture=float("nan"),
            aperture_command=float("nan"),
        )
        for name, arm in observation.arms.items()
    }
    views = tuple(replace(view, stamp=float("nan")) for view in observation.views)
    return replace(observation, episode_id="", arms=arms, views=views)


@pytest.mark.parametrize(
    ("task", "seed"), [("place_cube_in_bowl", 1001), ("grasp_single_bottle_upright", 1003)]
)
def test_an_observation_is_enough(task: str, seed: int, renderer: Renderer) -> None:
    """Pictures, goal, feedback and self-geometry; all else is destroyed on the way."""
    run = begin(task, seed, renderer)
    policy = run.policy("servo")
    while run.episode.running:
        shown = as_a_model_sees_it(observe(run.episode, run.views()))
        run.act(policy.decide(shown, ""))
    assert run.episode.verdict.success, run.episode.reason


def test_a_cube_moved_under_the_hand_is_found_again(renderer: Renderer) -> None:
    """The first attempt closes on nothing, the second takes the cube from its new place."""
    run = begin("grasp_single_cube", 1000, renderer)
    policy = run.policy("servo")
    moved, closes = False, 0
    while run.episode.running:
        text = policy.decide(observe(run.episode, run.views()), "")
        closes += json.loads(text).get("action") == "gripper.close"
        if closes and not moved:
            moved = True
            physics = run.world._world.physics
            cube = physics.model.joint(physics.model.body("cube").jntadr[0])
            physics.data.qpos[cube.qposadr[0] : cube.qposadr[0] + 2] += [0.0, 0.06]
        run.act(text)
    assert moved
    assert run.episode.verdict.success, run.episode.reason
    assert closes == 2
