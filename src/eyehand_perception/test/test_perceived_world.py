"""World states from measured poses: contacts, hands, what is out of sight, rest, verdicts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from direct_stack import ENVIRONMENT, LIBRARY, ROBOT, URDF, DirectStack
from eyehand_core.cells.cell import Cell
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.pose import Pose
from eyehand_core.predicates.judge import Judge
from eyehand_core.world_state import WorldState
from eyehand_perception.object_pose import PoseEstimate
from eyehand_perception.perceived_world import (
    CARRIED,
    MEASURED,
    PLACED,
    REMEMBERED,
    PerceivedWorld,
    PerceptionSettings,
)
from eyehand_perception.proximity import Proximity
from eyehand_perception.questions import open_terms
from rendered_cell import CELL

pytestmark = pytest.mark.sim


def seen(pose: Pose) -> PoseEstimate:
    return PoseEstimate(
        pose=pose,
        position_deviation=0.0002,
        angle_deviation=0.002,
        residual=0.1,
        markers=4,
        cameras=2,
    )


class Watched:
    """An episode in physics, watched by ideal cameras that can be covered."""

    def __init__(self, task: str, cell: Cell = CELL, hold: float = 0.1) -> None:
        self.stack = DirectStack(task, 1000)
        scene = replace(LIBRARY.instantiate(self.stack.task, 1000), hold=hold)
        proximity = Proximity(URDF, ROBOT, ENVIRONMENT, scene.objects, 0.002)
        self.world = PerceivedWorld(cell, scene, proximity, PerceptionSettings(), 0.0)

    def look(self, covered: bool = False, **verdicts: Any) -> WorldState:
        state = self.stack.state
        estimates = {} if covered else {n: seen(o.pose) for n, o in state.objects.items()}
        return self.world.observe(state.stamp, estimates, state.arms, verdicts)


@pytest.fixture(scope="module")
def held() -> Watched:
    """The cube of place_cube_in_bowl, lifted."""
    watched = Watched("place_cube_in_bowl")
    watched.look()
    watched.stack.begin_routine(6)
    return watched


def test_contacts_are_those_of_physics(held: Watched) -> None:
    truth = {(c.body_a, c.body_b) for c in held.stack.state.contacts if c.involves("cube")}
    state = held.look()
    assert {(c.body_a, c.body_b) for c in state.contacts if c.involves("cube")} == truth
    assert held.world.tracks["cube"].source == MEASURED


def test_a_held_object_is_followed_out_of_sight_and_lost_when_let_go(held: Watched) -> None:
    held.look()
    held.stack.act(
        '{"action": "gripper.move_world", "axis": "z", "sign": "+", "distance_mm": 20, '
        '"arm": "right", "reason": "test"}'
    )
    state = held.look(covered=True)
    truth = held.stack.state.objects["cube"].pose
    assert held.world.tracks["cube"].source == CARRIED
    assert state.objects["cube"].pose.distance_to(truth) < 0.002
    assert held.world.unknown == ()
    held.stack.act('{"action": "gripper.open", "reason": "test"}')
    held.look(covered=True)
    assert held.world.tracks["cube"].source == REMEMBERED
    assert held.world.unknown == ("cube",)
    held.look()
    assert held.world.unknown == ()


def test_the_same_judge_gives_the_same_verdict() -> None:
    watched = Watched("place_cube_in_bowl")
    judge = Judge(watched.stack.task, ROBOT, watched.look())
    policy = watched.stack.policy("expert")
    from eyehand_core.episode.observe import observe

    while watched.stack.episode.running:
        watched.stack.act(policy.decide(observe(watched.stack.episode, ()), ""))
        verdict = judge.update(watched.look())
        assert verdict.terms == watched.stack.episode.verdict.terms


def test_rest_needs_time_and_stillness() -> None:
    watched = Watched("grasp_single_cube")
    state = watched.stack.state
    cube = state.objects["cube"].pose
    rests = []
    for step, shift in enumerate([0.0, 0.0, 0.0, 0.0, 0.01, 0.02, 0.02, 0.02, 0.02, 0.02]):
        pose = cube.translated([shift, 0.0, 0.0])
        found = watched.world.observe(0.1 * step, {"cube": seen(pose)}, state.arms, {})
        rests.append(found.at_rest)
    assert rests == [False, False, False, True, False, False, False, False, False, True]
    moving = {
        name: replace(arm, joint_velocities=arm.joint_velocities + 0.2)
        for name, arm in state.arms.items()
    }
    assert not watched.world.observe(2.0, {"cube": seen(pose)}, moving, {}).at_rest


def test_rest_outlasts_the_time_for_which_success_has_to_hold() -> None:
    watched = Watched("grasp_single_cube", hold=0.5)
    state = watched.stack.state
    cube = {"cube": seen(state.objects["cube"].pose)}
    rests = [watched.world.observe(0.1 * n, cube, state.arms, {}).at_rest for n in range(9)]
    assert rests.index(True) == 7, "still from the second look on, held for 0.5 s and a look more"


def test_a_motion_between_two_looks_is_no_rest() -> None:
    """Pictures may be so rare that an arm stands still at both, but elsewhere."""
    watched = Watched("click_bell")
    state = watched.stack.state
    rests = []
    for step, turn in enumerate([0.0, 0.0, 0.0, 0.0, 0.1, 0.1, 0.1]):
        arms = {
            name: replace(arm, joint_positions=arm.joint_positions + turn)
            for name, arm in state.arms.items()
        }
        rests.append(watched.world.observe(1.0 * step, {}, arms, {}).at_rest)
    assert rests == [False, False, False, True, False, False, False]


def test_an_unmarked_object_is_left_to_a_person() -> None:
    cube = replace(CELL.objects["cube_50"], markers=())
    cell = replace(CELL, objects={**CELL.objects, "cube_50": cube})
    watched = Watched("grasp_single_cube", cell)
    task = watched.stack.task
    settled = watched.look(covered=True)
    assert watched.world.tracks["cube"].source == PLACED
    terms = open_terms(task, watched.world.unknown)
    assert "lifted(object=cube, above=0.05)" in terms
    assert "closed_on(arm=right, object=cube)" in terms
    judge = Judge(task, ROBOT, settled)
    state = watched.look(covered=True, **dict.fromkeys(terms, True))
    assert all(value for _, value in judge.update(state).terms)
    state = watched.look(covered=True, **dict.fromkeys(terms, False))
    assert not any(value for _, value in judge.update(state).terms)


def test_a_first_sample_has_number_zero() -> None:
    watched = Watched("click_bell")
    for _ in range(3):
        watched.look()
    first = watched.world.begin({})
    assert first.sequence == 0
    assert watched.look().sequence == 1


def test_a_cell_without_the_object_says_what_is_missing() -> None:
    cell = replace(CELL, objects={"bowl": CELL.objects["bowl"]})
    with pytest.raises(ConfigError, match="grasp_single_cube.cube"):
        Watched("grasp_single_cube", cell)
    small = replace(CELL.objects["cube_50"], size=(0.04, 0.04, 0.04))
    with pytest.raises(ConfigError, match="50x50x50 mm"):
        Watched("grasp_single_cube", replace(CELL, objects={"cube_50": small}))


def test_speeds_are_those_of_the_motion() -> None:
    watched = Watched("grasp_single_cube")
    state, cube = watched.stack.state, watched.stack.state.objects["cube"].pose
    for step in range(4):
        pose = cube.translated([0.01 * step, 0.0, 0.0]).rotated_about(
            cube.position, [0, 0, 1], 0.05 * step
        )
        found = watched.world.observe(0.1 * step, {"cube": seen(pose)}, state.arms, {})
    item = found.objects["cube"]
    assert item.angular_velocity == pytest.approx([0.0, 0.0, 0.5], abs=1e-6)
    assert np.linalg.norm(item.linear_velocity) == pytest.approx(0.1, rel=0.02)
