"""Layouts on a table, without physics: bodies, what they show, what has to be carried, by whom."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from eyehand_core.errors import ConfigError
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.layout.embodied.bodies import table_scene
from eyehand_core.layout.embodied.grasp import grasps
from eyehand_core.layout.embodied.measured import canvas_state
from eyehand_core.layout.embodied.patch import Patch, load_patch
from eyehand_core.layout.embodied.table_task import misfit, on_table
from eyehand_core.layout.embodied.transfers import Spot, Transfer, transfers
from eyehand_core.layout.polygon import box_corners
from eyehand_core.layout.projection import measured_scene
from eyehand_core.layout.referee import layout_goal
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.task import initial_scene, task_grammar
from eyehand_core.scene import Scene
from eyehand_core.tasks.library import Library
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import ObjectState, WorldState
from hypothesis import given
from hypothesis import strategies as st

CONFIG = Path(__file__).resolve().parents[3] / "config"
LIBRARY = Library(CONFIG)
PATCH = load_patch(CONFIG, "dual_x5")
CUP = LIBRARY.load("cup_right_of_plate")
FITTING = [task for task in LIBRARY.all() if task.kind == "layout" and not misfit(task)]
canvas_points = st.tuples(st.floats(0.0, 256.0), st.floats(0.0, 256.0))


def laid(task: Task, patch: Patch = PATCH) -> Task:
    return on_table(task, patch, ("left", "right"))


def still(scene: Scene) -> WorldState:
    """Return the bodies of a scene as a world state, at rest where they are built."""
    zero = np.zeros(3)
    objects = {
        item.name: ObjectState(
            name=item.name,
            pose=item.pose,
            linear_velocity=zero,
            angular_velocity=zero,
            size=np.array(item.size),
            fixed=item.fixed,
        )
        for item in scene.objects
    }
    return WorldState(stamp=0.0, sequence=0, at_rest=True, objects=objects)


def shown(task: Task, state: WorldState, seed: int = 1000) -> LayoutScene:
    return measured_scene(initial_scene(task, seed), canvas_state(state, PATCH))


def put(state: WorldState, name: str, pose: Pose) -> WorldState:
    moved = replace(state.objects[name], pose=pose)
    return replace(state, objects={**state.objects, name: moved})


@given(canvas_points)
def test_canvas_and_table_are_one_to_one(point: tuple[float, float]) -> None:
    assert PATCH.to_canvas(*PATCH.to_world(point)) == pytest.approx(point)


def test_right_is_right_and_behind_is_further_away() -> None:
    x, y = PATCH.to_world((128.0, 128.0))
    assert PATCH.to_world((200.0, 128.0))[0] > x
    assert PATCH.to_world((128.0, 40.0))[1] > y


@pytest.mark.parametrize("task", FITTING[::6], ids=lambda task: task.id)
def test_bodies_show_the_layout_that_they_were_built_from(task: Task) -> None:
    state = still(table_scene(laid(task), 1000))
    drawn, seen = initial_scene(task, 1000), shown(task, state)
    assert {thing.name for thing in seen.objects} == {thing.name for thing in drawn.objects}
    for thing in drawn.objects:
        other = seen.find(thing.name)
        assert other is not None
        assert other.center == pytest.approx(thing.center)
        assert other.appearance.size == pytest.approx(thing.appearance.size)
        assert math.cos(math.radians(other.turn_deg - thing.turn_deg)) == pytest.approx(1.0)
    assert not layout_goal(task, seen).judge(seen).done


def test_the_world_is_told_how_long_success_has_to_hold() -> None:
    assert table_scene(replace(laid(CUP), hold=0.5), 1000).hold == 0.5


def test_what_is_held_or_stacked_or_off_the_canvas_is_not_in_the_scene() -> None:
    state = still(table_scene(laid(CUP), 1000))
    x, y = PATCH.to_world((156.0, 150.0))
    standing = put(state, "cup", Pose.of([x, y, 0.76], [1, 0, 0, 0]))
    goal = layout_goal(CUP, shown(CUP, state))
    assert goal.judge(shown(CUP, standing)).done
    plate = state.objects["plate"].pose.position
    for place in ([x, y, 0.86], [plate[0], plate[1], 0.80], [x + 0.5, y, 0.76]):
        moved = shown(CUP, put(state, "cup", Pose.of(place, [1, 0, 0, 0])))
        assert moved.find("cup") is None
        assert not goal.judge(moved).done


def test_a_thing_that_was_knocked_over_covers_what_its_body_covers() -> None:
    state = still(table_scene(laid(CUP), 1000))
    lying = rotation.from_axis_angle([0, 1, 0], math.pi / 2)
    x, y = PATCH.to_world((190.0, 140.0))
    radius = float(state.objects["cup"].size[0]) / 2.0
    seen = shown(CUP, put(state, "cup", Pose.of([x, y, 0.74 + radius], lying)))
    cup = seen.find("cup")
    assert cup is not None
    assert max(cup.outline.size) == pytest.approx(0.04 / PATCH.scale)


@given(canvas_points, st.integers(0, 23))
def test_only_what_differs_is_carried(point: tuple[float, float], turns: int) -> None:
    task = LIBRARY.load("place_frame_1_01")
    state = still(table_scene(laid(task), 1000))
    now = shown(task, state)
    assert not list(transfers(task, state, now, now, PATCH))
    statue = now.find("statue")
    assert statue is not None
    wanted = now.changed(replace(statue, center=point, turn_deg=15.0 * turns))
    for way in transfers(task, state, now, wanted, PATCH):
        assert way.object == "statue"
        assert (way.end.x, way.end.y) == pytest.approx(PATCH.to_world(point))
        assert abs(way.turn_deg) <= 180.0
        assert math.cos(math.radians(way.end.yaw_deg - 15.0 * turns)) == pytest.approx(1.0)


def test_what_is_removed_goes_to_a_place_of_its_own() -> None:
    task = LIBRARY.load("place_several_1_05")
    state = still(table_scene(laid(task), 1000))
    now = shown(task, state)
    gone = replace(now, objects=())
    ends = [(way.end.x, way.end.y) for way in transfers(task, state, now, gone, PATCH)]
    assert len(set(ends)) == len(ends) > 1
    assert set(ends) <= set(PATCH.supply)


@given(st.floats(-180.0, 180.0), st.floats(-90.0, 90.0))
def test_fingers_close_on_a_side_that_fits(yaw: float, turn: float) -> None:
    start, end = Spot(x=0.0, y=0.0, yaw_deg=yaw), Spot(x=0.1, y=0.0, yaw_deg=yaw + turn)
    bar = Transfer(object="bar", size=(0.2, 0.03), is_disc=False, start=start, end=end)
    ways = list(grasps(bar, ("right",), ()))
    assert ways
    for way in ways:
        # Fingers close along the heading of a gripper that points down: across the bar.
        across = math.radians(way.heading_deg - yaw)
        assert abs(math.sin(across)) == pytest.approx(1.0)


def test_fingers_keep_off_neighbours_if_they_can() -> None:
    spot, end = Spot(x=0.0, y=0.0, yaw_deg=0.0), Spot(x=0.3, y=0.0, yaw_deg=0.0)
    cube = Transfer(object="cube", size=(0.04, 0.04), is_disc=False, start=spot, end=end)
    beside = box_corners((0.055, 0.0), (0.03, 0.03), 0.0)
    before = box_corners((0.0, 0.055), (0.03, 0.03), 0.0)
    assert abs(next(grasps(cube, ("right",), [beside])).heading_deg) == pytest.approx(90.0)
    assert abs(next(grasps(cube, ("right",), [before])).heading_deg) == pytest.approx(0.0)


def test_what_cannot_be_done_on_a_table_is_said() -> None:
    assert "vertical" in misfit(LIBRARY.load("cup_right_of_table"))
    assert "kind manipulation" in misfit(LIBRARY.load("click_bell"))
    with pytest.raises(ConfigError, match="vertical"):
        laid(LIBRARY.load("cup_right_of_table"))
    assert "scale" in task_grammar(CUP).names
    assert "scale" not in task_grammar(laid(CUP)).names
    with pytest.raises(ConfigError, match="dual_x5"):
        load_patch(CONFIG, "dual_x6")
    crowded = Patch(center=PATCH.center, scale=PATCH.scale, height=PATCH.height, supply=())
    with pytest.raises(ConfigError, match="0 places"):
        table_scene(laid(CUP, crowded), 1000)
