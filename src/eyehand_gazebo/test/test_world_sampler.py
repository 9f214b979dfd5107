"""Samples of a scene: numbers, speeds from poses, and rest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.scene import Part, Scene, SceneObject
from eyehand_core.world_state import WorldState
from eyehand_gazebo.world_sampler import REST_NS, WorldSampler
from hypothesis import given, settings
from hypothesis import strategies as st

STEP_NS = 40_000_000
CUBE = SceneObject(
    name="cube",
    parts=(Part(kind="box", size=(0.05,) * 3),),
    mass=0.05,
    position=(0.2, 0.0, 0.8),
    quaternion=(1.0, 0.0, 0.0, 0.0),
    size=(0.05,) * 3,
)
SCENE = Scene(task="t", seed=0, objects=(CUBE,), arms=("right",))


class Run:
    """Samples one after the other."""

    def __init__(self, scene: Scene = SCENE) -> None:
        self.sampler = WorldSampler(scene)
        self.now_ns = 0

    def sample(self, pose: Pose = CUBE.pose, *, still: bool = True) -> WorldState:
        self.now_ns += STEP_NS
        return self.sampler.sample(self.now_ns, {"cube": pose}, (), robot_still=still)


def test_numbers_count_from_the_beginning_of_the_episode() -> None:
    run = Run()
    assert [run.sample().sequence for _ in range(3)] == [0, 0, 0]
    run.sampler.begin_episode()
    assert [run.sample().sequence for _ in range(3)] == [1, 2, 3]


def test_rest_comes_after_stillness_and_goes_with_the_first_motion() -> None:
    run = Run()
    rests = [run.sample().at_rest for _ in range(8)]
    assert rests.index(True) == REST_NS // STEP_NS
    assert not run.sample(CUBE.pose.translated([0.001, 0.0, 0.0])).at_rest
    assert not run.sample(CUBE.pose.translated([0.001, 0.0, 0.0])).at_rest
    moving = Run()
    assert not any(moving.sample(still=False).at_rest for _ in range(8))


@pytest.mark.parametrize("hold", [0.1, 0.5, 0.51])
def test_rest_comes_only_after_a_success_that_began_a_sample_later_could_hold(hold: float) -> None:
    """The last action of an episode is judged until rest, and no longer."""
    run = Run(replace(SCENE, hold=hold))
    samples = [run.sample() for _ in range(20)]
    first = next(sample for sample in samples if sample.at_rest)
    assert first.stamp - samples[1].stamp >= hold - 1e-9
    assert first.stamp - samples[1].stamp < max(hold, REST_NS * 1e-9) + STEP_NS * 1e-9


@given(
    st.tuples(*[st.floats(-1.0, 1.0)] * 3),
    st.tuples(*[st.floats(-20.0, 20.0)] * 3),
)
@settings(max_examples=100)
def test_speeds_are_those_between_two_samples(
    linear: tuple[float, ...], angular: tuple[float, ...]
) -> None:
    seconds = STEP_NS * 1e-9
    speed = float(np.linalg.norm(angular))
    turn = rotation.IDENTITY
    if speed > 1e-6:
        turn = rotation.from_axis_angle(angular, speed * seconds)
    run = Run()
    run.sample()
    after = Pose.of(np.add(CUBE.position, np.multiply(linear, seconds)), turn)
    cube = run.sample(after).objects["cube"]
    assert np.allclose(cube.linear_velocity, linear, atol=1e-9)
    assert cube.angular_velocity == pytest.approx(np.array(angular), abs=1e-4)
