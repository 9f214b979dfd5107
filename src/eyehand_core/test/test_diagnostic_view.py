"""Which view tells most."""

from __future__ import annotations

import math

import numpy as np
import pytest
from eyehand_core.diagnostic_view import Visibility, diagnosticity, most_diagnostic
from eyehand_core.geometry.camera_model import look_at
from hypothesis import given
from hypothesis import strategies as st

CENTER = np.array([0.3, -0.2, 0.9])
shares = st.floats(0.0, 1.0)


@given(shares, shares, st.floats(0.05, math.pi - 0.05), st.floats(0.01, 0.5))
def test_it_is_the_product_of_both_shares_and_the_sine(
    target: float, fingers: float, angle: float, distance: float
) -> None:
    camera = look_at(CENTER - [0.0, 0.7, 0.0], CENTER)
    line = distance * np.array([math.sin(angle), math.cos(angle), 0.0])
    seen = Visibility(target=target, fingers=fingers)
    value = diagnosticity(seen, camera, CENTER, CENTER + line)
    assert value == pytest.approx(target * fingers * math.sin(angle), abs=1e-9)


def test_without_a_line_to_the_target_the_shares_decide() -> None:
    camera = look_at(CENTER - [0.0, 0.7, 0.0], CENTER)
    seen = Visibility(target=0.5, fingers=0.5)
    assert diagnosticity(seen, camera, CENTER, CENTER) == 0.25


def test_ties_go_to_the_first_also_if_nothing_is_seen() -> None:
    assert most_diagnostic([0.2, 0.7, 0.7 + 1e-12, 0.1]) == 1
    assert most_diagnostic([0.0, 0.0]) == 0
