"""Layouts arranged by the robot in real physics: solved, refused, dropped, always measured."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest
from eyehand_bench.direct.direct_world import DirectWorld
from eyehand_bench.direct.table import DirectTable
from eyehand_bench.direct.workplace import reach_of, workplace
from eyehand_bench.symbolic.embodiment import Pair, embodiment_report
from eyehand_bench.symbolic.players import player
from eyehand_core.decisions.arm_motion import ArmMotion, MotionKind
from eyehand_core.decisions.decision import Stop
from eyehand_core.episode.condition import ACTIVE
from eyehand_core.errors import ConfigError
from eyehand_core.layout.actions import NOT_CARRIED_OUT
from eyehand_core.layout.embodied.bodies import HEIGHT
from eyehand_core.layout.embodied.patch import load_patch
from eyehand_core.layout.embodied.routine import LIFT
from eyehand_core.layout.embodied.world import TableWorld
from eyehand_core.layout.play import Table, Trace, play
from eyehand_core.layout.referee import layout_goal
from eyehand_core.tasks.library import Library
from eyehand_core.tasks.task import Task

pytestmark = pytest.mark.sim

CONFIG = Path(__file__).resolve().parents[3] / "config"
PLACE = workplace(CONFIG, "dual_x5")
REFERENCE = player("steady_solver", {}, ACTIVE)
SOLVED = (
    "cup_right_of_plate",
    "place_single_1_01",
    "place_single_1_02",
    "place_compound_1_02",
    "place_compound_1_04",
    "place_ambiguous_1_01",
    "place_constraint_1_01",
    "place_keep_1_01",
    "place_change_1_01",
    "place_frame_1_01",
)


def played(world: TableWorld, task_id: str, *texts: dict[str, object]) -> Trace:
    """Play decisions, or what the reference finds, on a table."""
    task = PLACE.library.load(task_id)
    table = Table(task, 1000, world=world)
    if not texts:
        return play(table, REFERENCE(task, 1000, table))
    lines = iter([json.dumps(text) for text in texts])
    return play(table, lambda observation, error: next(lines, Stop(reason="end").to_json()))


@pytest.mark.parametrize("task_id", SOLVED)
def test_the_reference_policy_solves_layouts_with_the_arms(task_id: str) -> None:
    world = DirectTable(PLACE)
    trace = played(world, task_id)
    assert trace.outcome == "success", (trace.steps, trace.verdict.failing)
    assert [step.code for step in trace.steps] == [""] * len(trace.steps)
    start, end = trace.start, trace.scene
    assert start != end
    assert all(thing.center != (0.0, 0.0) for thing in end.objects)


def test_the_same_actions_move_everything_alike_bit_for_bit() -> None:
    digests = {played(DirectTable(PLACE), "cup_right_of_plate").digest for _ in range(2)}
    assert len(digests) == 1


def test_what_no_hand_can_do_is_refused_and_moves_nothing() -> None:
    world = DirectTable(PLACE)
    cup = {"action": "place", "object": "cup", "category": "cup", "relation": "behind"}
    away = {"action": "move", "object": "plate", "relation": "near", "relation_target": "cup"}
    trace = played(
        world,
        "cup_right_of_plate",
        {**cup, "object": "spoon", "category": "spoon", "relation_target": "plate"},
        {**cup, "size": "large", "relation_target": "plate"},
        {**cup, "relation_target": "cup"},
        {**cup, "relation_target": "plate"},
        away,
    )
    codes = [step.code for step in trace.steps]
    assert codes[:2] == ["no_such_object", "unsatisfiable"]
    assert codes[2] != ""
    assert [step.scene for step in trace.steps[:3]] == [trace.start] * 3
    assert codes[3] == ""
    assert trace.steps[3].scene.find("cup") is not None
    assert not trace.solved


def test_undo_carries_a_thing_back_and_remove_takes_it_away() -> None:
    cup = {"object": "cup", "relation_target": "plate", "relation": "to_the_left_of"}
    trace = played(
        DirectTable(PLACE),
        "cup_right_of_plate",
        {**cup, "action": "place", "category": "cup"},
        {"action": "undo"},
        {**cup, "action": "place", "category": "cup", "relation": "in_front_of"},
        {"action": "remove", "object": "cup"},
    )
    assert [step.code for step in trace.steps] == [""] * 4
    present = [step.scene.find("cup") is not None for step in trace.steps]
    assert present == [True, False, True, False]


def test_a_thing_that_slips_is_a_failure_of_the_hand_not_of_the_intention() -> None:
    def slippery(task: Task, seed: int) -> DirectWorld:
        scene = PLACE.library.instantiate(task, seed)
        objects = tuple(replace(item, friction=0.01, mass=3.0) for item in scene.objects)
        return DirectWorld(PLACE, replace(scene, objects=objects))

    world = TableWorld(slippery)
    place = {"action": "place", "object": "cup", "category": "cup", "relation_target": "plate"}
    trace = played(
        world, "cup_right_of_plate", {**place, "relation": "to_the_right_of", "distance": "near"}
    )
    (step,) = trace.steps
    assert step.code == NOT_CARRIED_OUT
    assert step.legal
    assert "the cup" in step.feedback
    assert not trace.solved
    task = PLACE.library.load("cup_right_of_plate")
    assert layout_goal(task, trace.start).judge(world.intended).done


@pytest.mark.parametrize(
    ("is_stopped_before", "expected"),
    [
        (False, ("failure", "safety_stop", ["effort_limit"])),
        (True, ("invalid", "infrastructure_error", [])),
    ],
)
def test_a_robot_that_is_stopped_ends_the_episode_and_its_hands_did_not_fail(
    is_stopped_before: bool, expected: tuple[str, str, list[str]]
) -> None:
    weak = replace(PLACE, robot=replace(PLACE.robot, effort_scale=0.01))

    def stopping(task: Task, seed: int) -> DirectWorld:
        world = DirectWorld(weak, PLACE.library.instantiate(task, seed))
        if is_stopped_before:
            lift = ArmMotion(arm="right", kind=MotionKind.TRANSLATE, axis=2, amount=0.02)
            assert not world.carry_out([lift])
        return world

    trace = played(TableWorld(stopping), "cup_right_of_plate")
    assert (trace.outcome, trace.ending, [step.code for step in trace.steps]) == expected
    report = embodiment_report([Pair(symbolic=trace, embodied=trace, intended=trace.verdict)])
    assert report["not carried out"].value in (None, 0.0)
    assert report["invalid"].value == float(is_stopped_before)
    assert report["embodied success"].value == (None if is_stopped_before else 0.0)


@pytest.mark.parametrize("robot", [p.stem for p in (CONFIG / "layout_tables").glob("*.yaml")])
def test_the_arms_reach_the_supply_and_the_canvas_of_their_table(robot: str) -> None:
    place = workplace(CONFIG, robot)
    patch, arms = load_patch(CONFIG, robot), tuple(place.robot.arms)
    reach = reach_of(place, arms)
    raster = itertools.product((16.0, 72.0, 128.0, 184.0, 240.0), repeat=2)

    def reached(x: float, y: float) -> bool:
        heights = (patch.height + HEIGHT / 2.0 + above for above in (0.0, LIFT))
        return all(
            any(reach.reaches(arm, (x, y, z), way) for arm in arms for way in (0.0, 90.0))
            for z in heights
        )

    assert all(reached(*place) for place in patch.supply)
    assert sum(reached(*patch.to_world(point)) for point in raster) >= 24


def test_tasks_that_no_table_can_show_are_refused() -> None:
    with pytest.raises(ConfigError, match="plane is vertical"):
        PLACE.library.load("cup_right_of_table")
    drawn = Library(CONFIG).load("cup_right_of_plate")
    with pytest.raises(ConfigError, match="library of a robot"):
        Table(drawn, 1000, world=DirectTable(PLACE))
