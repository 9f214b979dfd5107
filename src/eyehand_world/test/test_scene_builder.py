"""Scenes: masses, fixed objects, hidden arms, contact names, refused scenes."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest
from eyehand_core.errors import WorldError
from eyehand_core.part_mass import part_volume
from eyehand_core.scene import Part, SceneObject
from hypothesis import given
from hypothesis import strategies as st

pytestmark = pytest.mark.sim

MIXED = SceneObject(
    name="thing",
    parts=(
        Part(kind="box", size=(0.04, 0.02, 0.06)),
        Part(kind="cylinder", size=(0.02, 0.1), position=(0.1, 0, 0)),
        Part(kind="sphere", size=(0.02,), position=(0, 0.1, 0)),
        Part(kind="capsule", size=(0.01, 0.08), position=(0, 0, 0.1)),
        Part(kind="box", size=(0.2, 0.2, 0.2), collides=False),
    ),
    mass=0.4,
    position=(0.1, 0.0, 1.2),
    quaternion=(1.0, 0.0, 0.0, 0.0),
    size=(0.3, 0.3, 0.3),
)


def test_mass_is_spread_over_colliding_parts_by_volume(build) -> None:
    model = build(MIXED).model
    body = model.body("thing")
    assert body.mass[0] == pytest.approx(0.4)
    boxes = [g for g in range(model.ngeom) if model.geom_bodyid[g] == body.id]
    assert [bool(model.geom_contype[g]) for g in boxes] == [True] * 4 + [False]
    volumes = np.array([part_volume(part) for part in MIXED.parts[:4]])
    center = sum(v * np.array(p.position) for v, p in zip(volumes, MIXED.parts, strict=False))
    np.testing.assert_allclose(body.ipos, center / volumes.sum(), atol=1e-9)


def test_sizes_are_halved_once(build) -> None:
    model = build(MIXED).model
    start = int(model.body("thing").geomadr[0])
    np.testing.assert_allclose(model.geom_size[start], [0.02, 0.01, 0.03])
    np.testing.assert_allclose(model.geom_size[start + 1][:2], [0.02, 0.05])
    np.testing.assert_allclose(model.geom_size[start + 3][:2], [0.01, 0.04])


@given(st.floats(0.001, 1.0), st.floats(0.001, 1.0))
def test_volumes(radius: float, length: float) -> None:
    ball = Part(kind="sphere", size=(radius,))
    shaft = Part(kind="cylinder", size=(radius, length))
    pill = Part(kind="capsule", size=(radius, length))
    assert part_volume(pill) == pytest.approx(part_volume(ball) + part_volume(shaft))
    assert part_volume(shaft) == pytest.approx(math.pi * radius**2 * length)
    assert part_volume(Part(kind="box", size=(1.0, 2.0, length))) == pytest.approx(2 * length)


def test_fixed_objects_have_no_freedom(build, make_cube) -> None:
    model = build(make_cube("a", 0.1, 0.0, fixed=True), make_cube("b", 0.2, 0.0)).model
    assert model.body("a").dofnum[0] == 0
    assert model.body("b").dofnum[0] == 6


def test_labels_name_objects_links_and_obstacles(build, make_cube, environment) -> None:
    labels = set(build(make_cube("cube", 0.1, 0.0)).labels)
    assert {"cube", "right/finger1", "left/link3", "floor", "base"} <= labels
    assert {obstacle.name for obstacle in environment.obstacles} <= labels


def test_object_named_like_a_link_keeps_its_name(build, make_cube) -> None:
    assert "left_cube" in build(make_cube("left_cube", 0.1, 0.0)).labels


def test_hidden_arm_is_neither_seen_nor_felt(make_bench, make_cube) -> None:
    """A cube dropped onto the hidden arm falls through it; onto the other arm it does not."""
    heights = {}
    for arms in (("left", "right"), ("right",)):
        bench = make_bench(make_cube("cube", -0.306, -0.28, above=0.3), arms=arms, settle=False)
        for _ in range(250):
            bench.physics.step_tick()
        heights[arms] = bench.physics.object_states()["cube"].pose.position[2]
    assert heights["left", "right"] > 0.9
    assert heights["right",] == pytest.approx(0.76, abs=0.001)
    model = make_bench(arms=("right",), settle=False).physics.model
    seen = {
        model.body(int(model.geom_bodyid[g])).name for g in np.flatnonzero(model.geom_group < 3)
    }
    assert not any(name.startswith("left_") for name in seen)
    assert "right_link3" in seen


def test_hidden_arm_stays_home(make_bench) -> None:
    bench = make_bench(arms=("right",))
    np.testing.assert_allclose(bench.joints("left"), 0.0, atol=1e-6)


@pytest.mark.parametrize(
    "broken",
    [
        {"mass": -1.0},
        {"parts": (Part(kind="box", size=(-0.1, 0.1, 0.1)),)},
        {"name": "right_link1"},
        {"parts": (Part(kind="box", size=(0.1, 0.1, 0.1), collides=False),)},
    ],
)
def test_impossible_object_is_a_world_fault(build, broken) -> None:
    import dataclasses  # noqa: PLC0415

    with pytest.raises(WorldError, match="task 'test' cannot be built"):
        build(dataclasses.replace(MIXED, **broken))


def test_engine_settings(build) -> None:
    option = build().model.opt
    assert option.jacobian == mujoco.mjtJacobian.mjJAC_DENSE
    assert option.timestep == 0.002
    assert option.noslip_iterations == 3
