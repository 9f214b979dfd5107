"""Pictures of layouts: geometry, colours, labels, every size."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from eyehand_core.layout.looks import COLORS
from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene, Shape
from eyehand_world.layout_render.drawing import Image
from eyehand_world.layout_render.picture import Shot
from eyehand_world.layout_render.rule import RuleRenderer

PAPER = RuleRenderer(size=64).draw(LayoutScene(plane="vertical", objects=()))[0, 0]


def scene_with(
    center: tuple[float, float],
    size: tuple[float, float] = (60.0, 40.0),
    color: str = "red",
    shape: Shape = "box",
    name: str = "cup",
) -> LayoutScene:
    looks = Appearance(size=size, color=color, shape=shape)
    thing = LayoutObject(name=name, category="cup", center=center, appearance=looks)
    return LayoutScene(plane="vertical", objects=(thing,))


def colored(image: Image, color: str) -> np.ndarray:
    """Return which pixels have the colour, shape (height, width)."""
    mask: np.ndarray = (image == np.array(COLORS[color][::-1])).all(axis=2)
    return mask


@pytest.mark.parametrize("pixels", [128, 256, 512])
def test_a_box_is_drawn_where_it_is(pixels: int) -> None:
    image = RuleRenderer(size=pixels).draw(scene_with((100.0, 60.0)))
    assert image.shape == (pixels, pixels, 3)
    rows, columns = np.nonzero((image != PAPER).any(axis=2))
    scale = pixels / 256.0
    found = np.array([columns.min(), columns.max(), rows.min(), rows.max()])
    assert np.abs(found - np.array([70.0, 130.0, 40.0, 80.0]) * scale).max() <= 1.0 + scale


@pytest.mark.parametrize("color", list(COLORS))
def test_every_colour_word_is_seen(color: str) -> None:
    image = RuleRenderer(size=256).draw(scene_with((128.0, 128.0), color=color))
    assert colored(image, color).sum() > 1000


@pytest.mark.parametrize("shape", ["box", "disc"])
def test_every_shape_is_drawn_and_only_a_box_fills_its_corners(shape: Shape) -> None:
    image = RuleRenderer(size=256).draw(scene_with((128.0, 128.0), (80.0, 80.0), shape=shape))
    assert colored(image, "red").sum() > 3000
    assert colored(image, "red")[92, 92] == (shape == "box")


@pytest.mark.parametrize("center", [(10.0, 10.0), (246.0, 10.0), (10.0, 246.0), (246.0, 246.0)])
def test_the_label_of_a_small_thing_in_a_corner_stays_in_the_picture(
    center: tuple[float, float],
) -> None:
    renderer = RuleRenderer(size=512)
    image = renderer.draw(scene_with(center, (20.0, 20.0), name="refrigerator"))
    nameless = renderer.draw(scene_with(center, (20.0, 20.0), name=" "))
    rows, columns = np.nonzero((image != nameless).any(axis=2))
    assert len(rows) > 200
    assert rows.min() > 0
    assert columns.min() > 0
    assert rows.max() < 511
    assert columns.max() < 511


def test_the_jpeg_decodes_to_the_picture_and_is_the_same_each_time() -> None:
    renderer, scene = RuleRenderer(size=256), scene_with((128.0, 128.0))
    data = renderer.render(scene, Shot()).jpeg
    assert data == renderer.render(scene, Shot()).jpeg
    seen = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None
    assert np.abs(seen.astype(int) - renderer.draw(scene)).mean() < 4.0
