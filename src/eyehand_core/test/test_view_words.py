"""Words about views agree with where the camera really stands."""

from __future__ import annotations

import re

import numpy as np
import pytest
from eyehand_core.geometry import rotation
from eyehand_core.view_words import view_words
from eyehand_core.views import ANCHOR_SIDES, NAMED_VIEWS, view_pose


@pytest.mark.parametrize("anchor", ANCHOR_SIDES)
@pytest.mark.parametrize("name", NAMED_VIEWS)
def test_words_name_the_axes_that_the_picture_shows(name: str, anchor: str) -> None:
    pose = view_pose(name, anchor, [0.1, -0.2, 0.9])
    right, down, ahead = rotation.to_matrix(pose.quaternion).T
    found = re.findall(r"(?:[+-][XYZ](?: and )?)+", view_words(name, anchor))
    assert len(found) == 3
    for words, direction in zip(found, (-ahead, right, -down), strict=True):
        sum_of_named = np.zeros(3)
        for sign, axis in re.findall(r"([+-])([XYZ])", words):
            sum_of_named["XYZ".index(axis)] = 1.0 if sign == "+" else -1.0
        assert sum_of_named @ direction / np.linalg.norm(sum_of_named) > 0.9


def test_a_left_arm_is_seen_from_the_other_side() -> None:
    assert "from +X and" in view_words("view_side_top_45", "right")
    assert "from -X and" in view_words("view_side_top_45", "left")
