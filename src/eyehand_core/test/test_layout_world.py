"""The layout world: samples, time, refusals, determinism."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from eyehand_core.errors import ConfigError, WorldError
from eyehand_core.layout.resolver import IllegalAction
from eyehand_core.layout.world import Applied, LayoutSample, LayoutWorld
from eyehand_core.predicates.judge import Judge
from eyehand_core.tasks.library import Library

LIBRARY = Library(Path(__file__).parents[3] / "config")
TASK = LIBRARY.load("cup_right_of_table")
PLACE = json.dumps(TASK.expert[0])


def new_world() -> LayoutWorld:
    return LayoutWorld()


def applied(world: LayoutWorld, text: str) -> tuple[LayoutSample, ...]:
    result = world.apply(text)
    assert isinstance(result, Applied), result
    return result.samples


def test_reset_gives_the_first_sample_at_rest() -> None:
    sample = new_world().reset(TASK, 1000)
    assert sample.state.sequence == 0
    assert sample.state.at_rest
    assert sample.stamp_ns > 0
    assert sample.state.stamp == pytest.approx(sample.stamp_ns * 1e-9)
    assert list(sample.state.objects) == ["table", "vase"]


def test_samples_follow_without_gap_and_last_long_enough_for_the_judge() -> None:
    world = new_world()
    first = world.reset(TASK, 1000)
    judge = Judge(TASK, None, first.state)
    samples = applied(world, PLACE)
    assert [s.state.sequence for s in samples] == list(range(1, 7))
    assert [s.state.at_rest for s in samples] == [False] * 5 + [True]
    stamps = [first.stamp_ns, *(s.stamp_ns for s in samples)]
    assert {b - a for a, b in zip(stamps, stamps[1:], strict=False)} == {20_000_000}
    verdicts = [judge.update(s.state).success for s in samples]
    assert verdicts == [False] * 5 + [True]


def test_time_goes_on_over_a_reset_but_the_states_are_the_same() -> None:
    world = new_world()
    runs = []
    for _ in range(2):
        samples = [world.reset(TASK, 1000), *applied(world, PLACE)]
        runs.append(samples)
    assert runs[1][0].stamp_ns > runs[0][-1].stamp_ns
    for one, other in zip(*runs, strict=True):
        assert one.state.sequence == other.state.sequence
        for name, thing in one.state.objects.items():
            twin = other.state.objects[name]
            assert np.array_equal(thing.pose.position, twin.pose.position)
            assert np.array_equal(thing.size, twin.size)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("place the cup", "not_json"),
        ('{"action": "place", "object": "cup"}', "missing_field"),
        ('{"action": "ask", "about": "near"}', "not_offered"),
        ('{"action": "rotate", "object": "table", "angle": 20}', "bad_number"),
        ('{"action": "rotate", "object": "table", "facing": "left"}', "no_facing"),
        ('{"action": "gripper.open"}', "unknown_action"),
        ('{"stop": true, "reason": "done"}', "unknown_action"),
        ('{"action": "remove", "object": "cup"}', "no_such_object"),
        ('{"action": "remove", "object": "cup", "x": 3}', "coordinate_leak"),
        (PLACE.replace('"medium"', '"50 px"'), "coordinate_leak"),
        (PLACE.replace('"medium"', '"huge"'), "unknown_word"),
        (PLACE.replace('"to_the_right_of"', '"behind"'), "unknown_word"),
        ('{"action": "undo"}', "nothing_to_undo"),
    ],
)
def test_an_illegal_action_changes_neither_scene_nor_time(text: str, code: str) -> None:
    world = new_world()
    world.reset(TASK, 1000)
    before = world.scene.digest(), world.time_ns
    result = world.apply(text)
    assert isinstance(result, IllegalAction)
    assert result.code == code
    assert (world.scene.digest(), world.time_ns) == before
    assert [s.state.sequence for s in applied(world, PLACE)][0] == 1


def test_an_empty_world_says_so() -> None:
    world = new_world()
    with pytest.raises(WorldError, match="reset it"):
        world.apply(PLACE)
    with pytest.raises(WorldError, match="reset it"):
        _ = world.scene


def test_other_kinds_of_task_are_refused_and_the_episode_goes_on() -> None:
    world = new_world()
    world.reset(TASK, 1000)
    with pytest.raises(ConfigError, match="'manipulation'"):
        world.reset(LIBRARY.load("grasp_single_cube"), 1000)
    assert len(applied(world, PLACE)) == 6
