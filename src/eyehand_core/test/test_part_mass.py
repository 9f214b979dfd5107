"""Mass properties of primitives: against sums over many small pieces, and general laws."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_core.geometry.rotation import Array, normalized, to_matrix
from eyehand_core.part_mass import mass_and_inertia, part_inertia, part_volume
from eyehand_core.scene import Part, PartKind, SceneObject
from hypothesis import given, settings
from hypothesis import strategies as st

LENGTH = st.floats(0.01, 0.5)
SIZES: dict[PartKind, int] = {"box": 3, "cylinder": 2, "sphere": 1, "capsule": 2}
POINTS = 120_000


@st.composite
def parts(draw: st.DrawFn) -> Part:
    kind = draw(st.sampled_from(sorted(SIZES)))
    size = tuple(draw(LENGTH) for _ in range(SIZES[kind]))
    place = st.tuples(*[st.floats(-0.3, 0.3)] * 3)
    turn = st.tuples(*[st.floats(0.1, 1.0)] * 4)
    quaternion = tuple(float(value) for value in normalized(draw(turn)))
    return Part(kind=kind, size=size, position=draw(place), quaternion=quaternion)


def inside(part: Part, points: Array) -> Array:
    """Tell which points of the part's own frame lie in it."""
    x, y, z = points.T
    if part.kind == "box":
        return np.asarray((np.abs(points) <= np.array(part.size) / 2).all(axis=1))
    radius = part.size[0]
    if part.kind == "cylinder":
        return np.asarray((np.hypot(x, y) <= radius) & (np.abs(z) <= part.size[1] / 2))
    half = part.size[1] / 2 if part.kind == "capsule" else 0.0
    beyond = np.maximum(np.abs(z) - half, 0.0)
    return np.asarray(x**2 + y**2 + beyond**2 <= radius**2)


@pytest.mark.parametrize("kind", sorted(SIZES))
def test_volume_and_inertia_agree_with_a_cloud_of_points(kind: PartKind) -> None:
    part = Part(kind=kind, size=(0.1, 0.16, 0.07)[: SIZES[kind]])
    half = np.array([0.12, 0.12, 0.2])
    cloud = np.random.default_rng(3).uniform(-half, half, (POINTS, 3))
    body = cloud[inside(part, cloud)]
    assert part_volume(part) == pytest.approx(len(body) / POINTS * (2 * half).prod(), rel=0.03)
    squares = (body**2).sum(axis=1)[:, None, None] * np.eye(3) - body[:, :, None] * body[:, None]
    assert np.allclose(part_inertia(part, 2.0), 2.0 * squares.mean(axis=0), rtol=0.03, atol=2e-4)


@given(st.lists(parts(), min_size=1, max_size=4), st.floats(0.01, 5.0))
@settings(max_examples=60)
def test_inertia_of_an_object_is_that_of_a_body(found: list[Part], mass: float) -> None:
    unseen = Part(kind="box", size=(1.0, 1.0, 1.0), collides=False)
    item = SceneObject(
        name="thing",
        parts=(*found, unseen),
        mass=mass,
        position=(0.0, 0.0, 0.0),
        quaternion=(1.0, 0.0, 0.0, 0.0),
        size=(1.0, 1.0, 1.0),
    )
    center, inertia = mass_and_inertia(item)
    low = np.min([part.position for part in found], axis=0)
    high = np.max([part.position for part in found], axis=0)
    assert (center >= low - 1e-9).all() and (center <= high + 1e-9).all()
    assert np.allclose(inertia, inertia.T)
    moments = np.linalg.eigvalsh(inertia)
    assert moments[0] > 0.0
    assert moments[2] <= moments[0] + moments[1] + 1e-12  # holds for every real body


@given(parts(), st.floats(0.01, 5.0))
@settings(max_examples=60)
def test_a_single_part_is_itself(part: Part, mass: float) -> None:
    item = SceneObject(
        name="thing",
        parts=(part,),
        mass=mass,
        position=(0.0, 0.0, 0.0),
        quaternion=(1.0, 0.0, 0.0, 0.0),
        size=(1.0, 1.0, 1.0),
    )
    center, inertia = mass_and_inertia(item)
    turn = to_matrix(np.array(part.quaternion))
    assert np.allclose(center, part.position)
    assert np.allclose(inertia, turn @ part_inertia(part, mass) @ turn.T)
