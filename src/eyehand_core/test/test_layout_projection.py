"""Layouts in metres: axes of both planes, and the way back."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_core.layout.plane import Plane
from eyehand_core.layout.projection import measured_scene, object_states
from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene
from eyehand_core.world_state import WorldState
from hypothesis import given
from hypothesis import strategies as st


def scene_with(plane: Plane, center: tuple[float, float], size: tuple[float, float]) -> LayoutScene:
    looks = Appearance(size=size, color="red", shape="disc")
    thing = LayoutObject(name="cup", category="mug", center=center, appearance=looks, fixed=True)
    return LayoutScene(plane=plane, objects=(thing,))


@pytest.mark.parametrize(
    ("plane", "position", "size"),
    [
        ("vertical", (0.2, 0.0, 0.456), (0.06, 0.002, 0.02)),
        ("ground", (0.2, 0.456, 0.0), (0.06, 0.02, 0.002)),
    ],
)
def test_axes_and_scale(plane: Plane, position: tuple[float, ...], size: tuple[float, ...]) -> None:
    cup = object_states(scene_with(plane, (100.0, 28.0), (30.0, 10.0)))["cup"]
    np.testing.assert_allclose(cup.pose.position, position, atol=1e-12)
    np.testing.assert_allclose(cup.size, size, atol=1e-12)
    assert cup.fixed
    assert not cup.linear_velocity.any()


@given(
    plane=st.sampled_from(["vertical", "ground"]),
    center=st.tuples(st.floats(0.0, 256.0), st.floats(0.0, 256.0)),
    size=st.tuples(st.floats(4.0, 256.0), st.floats(4.0, 256.0)),
)
def test_there_and_back(
    plane: Plane, center: tuple[float, float], size: tuple[float, float]
) -> None:
    scene = scene_with(plane, center, size)
    state = WorldState(stamp=0.0, sequence=0, at_rest=True, objects=object_states(scene))
    back = measured_scene(scene, state).find("cup")
    assert back is not None
    assert back.center == pytest.approx(center, abs=1e-9)
    assert back.appearance.size == pytest.approx(size, abs=1e-9)
    assert (back.appearance.color, back.category, back.fixed) == ("red", "mug", True)
    stranger = measured_scene(LayoutScene(plane=plane, objects=()), state).find("cup")
    assert stranger is not None
    assert (stranger.category, stranger.appearance.color) == ("cup", "")
