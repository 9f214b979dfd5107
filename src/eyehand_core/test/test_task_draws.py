"""Random draws of task instances."""

from __future__ import annotations

import pytest
from eyehand_core.errors import ConfigError
from eyehand_core.seed_range import LARGEST_SEED
from eyehand_core.tasks.draws import Draws, check_seed
from hypothesis import given
from hypothesis import strategies as st


def test_the_stream_never_changes() -> None:
    """Published scenes depend on these numbers: a change would move every object."""
    draws = Draws("scene", "grasp_single_cube", 1000)
    found = [draws.uniform(0.0, 1.0) for _ in range(3)]
    assert found == [0.5257479131538328, 0.0778181006151174, 0.39356141388515775]


@given(low=st.floats(-10, 10), width=st.floats(0, 10), seed=st.integers(0, LARGEST_SEED))
def test_numbers_stay_in_their_range(low: float, width: float, seed: int) -> None:
    """Also where the range is a single number."""
    draws = Draws("scene", "task", seed)
    for _ in range(5):
        assert low <= draws.uniform(low, low + width) <= low + width


@given(count=st.integers(1, 7), seed=st.integers(0, LARGEST_SEED))
def test_indices_stay_in_their_range(count: int, seed: int) -> None:
    """Every index is one of the choices."""
    assert 0 <= Draws("scene", "task", seed).index(count) < count


def test_all_choices_occur_about_equally_often() -> None:
    """1,000 seeds, two choices: within five standard deviations of one half."""
    ones = sum(Draws("scene", "task", seed).index(2) for seed in range(1000))
    assert abs(ones - 500) < 5 * 15.8


def test_purpose_task_and_seed_each_make_another_stream() -> None:
    """No two of them share numbers."""
    keys = [("scene", "a", 1), ("policy", "a", 1), ("scene", "b", 1), ("scene", "a", 2)]
    assert len({Draws(*key).uniform(0.0, 1.0) for key in keys}) == len(keys)


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1, 10**30, True, 1.0, "7", None])
def test_other_seeds_are_refused(seed: object) -> None:
    """Value and allowed range are in the message."""
    with pytest.raises(ConfigError, match="whole number from 0 to 2147483647"):
        check_seed(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, 1000, LARGEST_SEED])
def test_the_whole_range_is_usable(seed: int) -> None:
    """Both ends included."""
    assert check_seed(seed) == seed
    Draws("scene", "task", seed)
