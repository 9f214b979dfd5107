"""Shapes: their parts fill the declared box, their points lie where the name says."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from eyehand_core.config_file import ConfigFile, ConfigFileError
from eyehand_core.geometry.pose import Pose
from eyehand_core.scene import Part
from eyehand_core.shapes import SHAPES, Shape, read_shape
from hypothesis import given
from hypothesis import strategies as st

LENGTHS = st.floats(0.01, 0.3).map(lambda value: round(value, 4))


def build(tmp_path: Path, text: str) -> Shape:
    """Return the shape that ``shape: <text>`` declares."""
    path = tmp_path / "shape.yaml"
    path.write_text(f"shape: {text}\n", encoding="utf-8")
    file = ConfigFile(path)
    shape = read_shape(file.root.section("shape"), (0.5, 0.5, 0.5))
    file.finish()
    assert shape is not None
    return shape


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for shape files."""
    return tmp_path_factory.mktemp("shapes")


def half_extent(part: Part) -> np.ndarray:
    """Return the half edges of the world-aligned box around a part, shape (3,)."""
    axes = np.abs(Pose.of(part.position, part.quaternion).matrix)
    if part.kind == "box":
        return axes @ (np.array(part.size) / 2)
    if part.kind == "sphere":
        return np.full(3, part.size[0])
    radius, length = part.size
    if part.kind == "capsule":
        return axes[:, 2] * length / 2 + radius
    return axes[:, 2] * length / 2 + radius * np.sqrt(np.maximum(0.0, 1 - axes[:, 2] ** 2))


def corners(shape: Shape, *, above_base: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and highest corner of all touchable parts, each shape (3,)."""
    parts = [part for part in shape.parts if part.collides]
    lower = np.min([np.array(p.position) - half_extent(p) for p in parts], axis=0)
    upper = np.max([np.array(p.position) + half_extent(p) for p in parts], axis=0)
    if above_base:
        lower[2] = max(lower[2], 0.0)
    return lower, upper


def assert_filled(shape: Shape, *, above_base: bool = False, tolerance: float = 1e-9) -> None:
    """Check that the touchable parts reach exactly to the declared box."""
    lower, upper = corners(shape, above_base=above_base)
    half = np.array(shape.size) / 2
    np.testing.assert_allclose(lower, np.array(shape.center) - half, atol=tolerance)
    np.testing.assert_allclose(upper, np.array(shape.center) + half, atol=tolerance)
    assert shape.points["top"][2] == pytest.approx(upper[2])
    assert shape.points["base"][2] == pytest.approx(lower[2])


@given(x=LENGTHS, y=LENGTHS, z=LENGTHS)
def test_a_box_fills_its_size(folder: Path, x: float, y: float, z: float) -> None:
    """Edges are full lengths, the frame is in the middle."""
    shape = build(folder, f"{{kind: box, size: [{x}, {y}, {z}]}}")
    assert shape.size == (x, y, z)
    assert_filled(shape)


@pytest.mark.parametrize("kind", ["cylinder", "capsule"])
@given(radius=LENGTHS, length=LENGTHS)
def test_round_bars_fill_their_size(folder: Path, kind: str, radius: float, length: float) -> None:
    """Cylinder and capsule stand along z, the frame in the middle."""
    assert_filled(build(folder, f"{{kind: {kind}, radius: {radius}, length: {length}}}"))


def test_a_sphere_fills_its_size(folder: Path) -> None:
    """The diameter is the size."""
    shape = build(folder, "{kind: sphere, radius: 0.03}")
    assert shape.size == pytest.approx((0.06, 0.06, 0.06))
    assert_filled(shape)


@given(radius=st.floats(0.03, 0.2), height=st.floats(0.03, 0.2))
def test_a_bowl_is_open_inside_and_closed_around(
    folder: Path, radius: float, height: float
) -> None:
    """Inside the walls there is only the floor; the outer corners lie on the radius."""
    shape = build(folder, f"{{kind: bowl, radius: {radius}, height: {height}}}")
    floor, *walls = shape.parts
    assert len(walls) == 12
    inner = radius * math.cos(math.pi / 12) - 0.006
    for wall in walls:
        pose = Pose.of(wall.position, wall.quaternion)
        half = np.array(wall.size) / 2
        reach = [
            np.hypot(*pose.transform(half * [sx, sy, 1])[:2]) for sx in (-1, 1) for sy in (-1, 1)
        ]
        assert max(reach) == pytest.approx(radius, rel=1e-9)
        inward = -np.array([*wall.position[:2], 0.0]) / np.hypot(*wall.position[:2])
        nearest = np.hypot(*wall.position[:2]) - abs(pose.matrix[:, 0] @ inward) * half[0]
        assert nearest == pytest.approx(inner, rel=1e-9)
        neighbour = radius * 2 * math.sin(math.pi / 12)
        assert wall.size[1] >= neighbour - 1e-12, "gaps between the walls"
    assert floor.position[2] + floor.size[1] / 2 == pytest.approx(shape.points["floor"][2])
    assert inner < floor.size[0] < radius


@pytest.mark.parametrize(("radius", "height"), [(0.065, 0.068), (0.045, 0.05)])
def test_a_bell_ends_at_its_top(folder: Path, radius: float, height: float) -> None:
    """Above the base it fills its box, and its top is a point of its surface."""
    shape = build(folder, f"{{kind: bell, radius: {radius}, height: {height}}}")
    assert_filled(shape, above_base=True)
    assert shape.points["top"] == (0.0, 0.0, height)


def test_a_pot_has_its_handles_left_and_right(folder: Path) -> None:
    """Bars begin at the wall, lie along x, and their middles are the named points."""
    shape = build(
        folder,
        "{kind: pot, radius: 0.09, height: 0.1, handle_length: 0.06, handle_thickness: 0.012, "
        "handle_height: 0.07}",
    )
    assert_filled(shape)
    assert shape.points["left_handle"] == pytest.approx((-0.12, 0.0, 0.07))
    assert shape.points["right_handle"] == pytest.approx((0.12, 0.0, 0.07))
    bars = [part for part in shape.parts if part.position[0] != 0]
    for bar in bars:
        np.testing.assert_allclose(half_extent(bar), [0.03, 0.006, 0.006], atol=1e-9)
        assert abs(bar.position[0]) - 0.03 == pytest.approx(0.09)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{kind: box, size: [50, 50, 50]}", "0.001...1 without unit, got 50"),
        ("{kind: box, size: 5 cm}", "expected a list of 3 numbers, got '5 cm'"),
        ("{kind: sphere, radius: 5 cm}", "without unit, got '5 cm'"),
        ("{kind: sphere, radious: 0.1}", "did you mean radius?"),
        ("{kind: cube, size: [1, 1, 1]}", "allowed: bar, basket, bell"),
        ("{kind: bowl, radius: 0.05, height: 0.05, wall: 0.05}", "below radius and height"),
        ("{kind: bell, radius: 0.08, height: 0.05}", "must be above 0.0592"),
    ],
)
def test_wrong_shapes_are_refused_with_what_is_allowed(
    tmp_path: Path, text: str, expected: str
) -> None:
    """Units, misspelt keys, unknown kinds and impossible proportions."""
    path = tmp_path / "shape.yaml"
    path.write_text(f"shape: {text}\n", encoding="utf-8")
    file = ConfigFile(path)
    read_shape(file.root.section("shape"), (0.5, 0.5, 0.5))
    with pytest.raises(ConfigFileError, match="line 1") as caught:
        file.finish()
    assert expected in str(caught.value)


def test_every_shape_says_what_it_is() -> None:
    """The registry's docstrings are the documentation of the parameters."""
    assert all((SHAPES[name].__doc__ or "").strip() for name in SHAPES)
