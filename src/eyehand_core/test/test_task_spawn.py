"""Scenes of task instances."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.pose import Pose
from eyehand_core.scene import Part, Scene
from eyehand_core.tasks.object_spec import Interval
from eyehand_core.tasks.spawn import Footprint
from hypothesis import given, settings
from hypothesis import strategies as st
from world_states import CONFIG, library

MANIPULATION = ["click_bell", "grasp_single_cube", "lift_pot", "place_cube_in_bowl"]
LIBRARY = library()
TASKS = {name: LIBRARY.load(name) for name in MANIPULATION}
TABLE = 0.74


@pytest.mark.parametrize("name", MANIPULATION)
@settings(max_examples=30)
@given(seed=st.integers(0, 2**31 - 1))
def test_objects_stand_on_the_table_within_their_ranges(name: str, seed: int) -> None:
    """Position, yaw and height of every object follow the task file."""
    task = TASKS[name]
    scene = LIBRARY.instantiate(task, seed)
    assert [item.name for item in scene.objects] == list(task.objects)
    assert (scene.task, scene.seed, scene.arms) == (name, seed, task.arms)
    for item in scene.objects:
        spawn = task.objects[item.name].spawn
        assert spawn.x.low <= item.position[0] <= spawn.x.high
        assert spawn.y.low <= item.position[1] <= spawn.y.high
        yaw = math.atan2(item.pose.matrix[1, 0], item.pose.matrix[0, 0])
        assert spawn.yaw.low - 1e-12 <= yaw <= spawn.yaw.high + 1e-12
        lowest = item.position[2] + item.center[2] - item.size[2] / 2
        assert lowest == pytest.approx(TABLE, abs=1e-12)


@pytest.mark.parametrize("name", MANIPULATION)
def test_the_same_seed_gives_the_same_scene(name: str) -> None:
    """And another seed another one."""
    task = TASKS[name]
    scenes = [LIBRARY.instantiate(task, seed).digest() for seed in (1000, 1000, 1001)]
    assert scenes[0] == scenes[1] != scenes[2]


def test_a_scene_does_not_depend_on_the_process() -> None:
    """Python's own hash differs from process to process; the scene must not."""
    script = (
        "import sys; from pathlib import Path; from eyehand_core.tasks.library import Library; "
        "library = Library(Path(sys.argv[1])); "
        "print(library.instantiate(library.load('place_cube_in_bowl'), 1000).digest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", script, str(CONFIG)],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert digests == {f"{LIBRARY.instantiate(TASKS['place_cube_in_bowl'], 1000).digest()}\n"}


def test_both_shapes_of_the_bell_are_drawn() -> None:
    """Twenty seeds show both."""
    scenes = [LIBRARY.instantiate(TASKS["click_bell"], seed) for seed in range(1000, 1020)]
    assert {scene.objects[0].size[2] for scene in scenes} == {0.05, 0.068}


def test_objects_never_overlap_even_where_ranges_do() -> None:
    """Cube and bowl drawn from one small region keep their distance in every seed."""
    task = TASKS["place_cube_in_bowl"]
    same = replace(task.objects["bowl"].spawn, x=Interval(low=0.0, high=0.2))
    crowded = replace(
        task,
        objects={name: replace(spec, spawn=same) for name, spec in task.objects.items()},
    )
    for seed in range(50):
        assert gap(LIBRARY.instantiate(crowded, seed)) >= 0.01


def test_no_room_is_an_error_that_says_so() -> None:
    """Two objects that must stand in one place cannot be drawn."""
    task = TASKS["place_cube_in_bowl"]
    point = Interval(low=0.1, high=0.1)
    spot = replace(task.objects["bowl"].spawn, x=point, y=point)
    stuck = replace(
        task, objects={name: replace(spec, spawn=spot) for name, spec in task.objects.items()}
    )
    with pytest.raises(ConfigError, match="widen the spawn ranges"):
        LIBRARY.instantiate(stuck, 1000)


def test_a_layout_task_has_no_physical_scene() -> None:
    """The message says which kind has."""
    layout = LIBRARY.load("cup_right_of_table")
    with pytest.raises(ConfigError, match="'manipulation'"):
        LIBRARY.instantiate(layout, 1000)


def gap(scene: Scene) -> float:
    """Return the smallest gap between the rectangles of two objects, from their corners."""
    first, second = (rectangle(item) for item in scene.objects)
    return first.gap(second)


def rectangle(item: object) -> Footprint:
    """Return the footprint of a scene object, from its pose."""
    pose = item.pose  # type: ignore[attr-defined]
    yaw = math.atan2(pose.matrix[1, 0], pose.matrix[0, 0])
    half = np.array(item.size[:2]) / 2  # type: ignore[attr-defined]
    return Footprint(center=pose.position[:2], half=half, yaw=yaw)


def axes(footprint: Footprint) -> np.ndarray:
    """Return unit vectors of the edges, one per row."""
    c, s = math.cos(footprint.yaw), math.sin(footprint.yaw)
    return np.array([[c, s], [-s, c]])


@given(
    center=st.tuples(st.floats(-2, 2), st.floats(-2, 2)),
    halves=st.tuples(*[st.floats(0.05, 1)] * 4),
    yaws=st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
)
def test_the_gap_is_positive_exactly_if_no_point_is_in_both(
    center: tuple[float, float], halves: tuple[float, ...], yaws: tuple[float, float]
) -> None:
    """Compared with a grid of points of one rectangle, tested against the other."""
    first = Footprint(center=np.zeros(2), half=np.array(halves[:2]), yaw=yaws[0])
    second = Footprint(center=np.array(center), half=np.array(halves[2:]), yaw=yaws[1])
    steps = np.linspace(-1, 1, 41)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * second.half
    points = (grid @ axes(second) + second.center) @ axes(first).T
    inside = bool(np.any(np.all(np.abs(points) <= first.half, axis=1)))
    if inside:
        assert first.gap(second) <= 1e-9
    assert first.gap(second) == pytest.approx(second.gap(first))
    assert first.is_clear_of(second, 0.02) == (first.gap(second) >= 0.02)
    if first.gap(second) < -0.15:  # deeper than the grid is coarse
        assert inside


TOOLS = ["grasp_single_bottle", "grasp_single_pen", "grasp_pen_leaning_cube", "beat_block_hammer"]


@pytest.mark.parametrize("name", TOOLS)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**31 - 1))
def test_tilted_objects_touch_the_table_with_their_lowest_point(name: str, seed: int) -> None:
    """Sampled on the surface of their parts."""
    for item in LIBRARY.instantiate(LIBRARY.load(name), seed).objects:
        heights = [
            item.pose.transform(Pose.of(part.position, part.quaternion).transform(point))[2]
            for part in item.parts
            if part.collides
            for point in surface(part)
        ]
        assert min(heights) == pytest.approx(TABLE, abs=6e-4)


def surface(part: Part) -> list[tuple[float, float, float]]:
    """Return points of a part's surface, in its own frame."""
    if part.kind == "box":
        x, y, z = (edge / 2 for edge in part.size)
        return [(i * x, j * y, k * z) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    radius, length = part.size
    around = [(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 25)]
    rims = [(radius * c, radius * s, e * length / 2) for c, s in around for e in (-1, 1)]
    if part.kind == "cylinder":
        return rims
    caps = [
        (
            radius * math.cos(t) * c,
            radius * math.cos(t) * s,
            e * (length / 2 + radius * math.sin(t)),
        )
        for c, s in around
        for t in np.linspace(0, math.pi / 2, 7)
        for e in (-1, 1)
    ]
    return rims + caps


def test_an_object_beside_another_turns_with_it() -> None:
    """The cube stays where the pen points to, touching it."""
    task = LIBRARY.load("grasp_pen_leaning_cube")
    for seed in range(1000, 1020):
        pen, cube = LIBRARY.instantiate(task, seed).objects
        offset = pen.pose.inverse().transform(cube.position)
        assert offset[0] == pytest.approx(0.0, abs=1e-9)
        assert math.hypot(*np.subtract(cube.position, pen.position)[:2]) == pytest.approx(0.091)


def test_mirrored_ranges_show_both_sides_alike() -> None:
    task = LIBRARY.load("handover_horizontal_block")
    xs = [LIBRARY.instantiate(task, seed).objects[0].position[0] for seed in range(100)]
    assert all(0.15 <= abs(x) <= 0.20 for x in xs)
    assert 30 <= sum(x > 0 for x in xs) <= 70


def test_spacing_keeps_frames_apart() -> None:
    task = LIBRARY.load("grasp_single_cube_generalization")
    assert task.room.spacing == 0.09
    for seed in range(50):
        places = [np.array(o.position[:2]) for o in LIBRARY.instantiate(task, seed).objects]
        gaps = [np.linalg.norm(a - b) for i, a in enumerate(places) for b in places[:i]]
        assert min(gaps) >= 0.09
