"""Which numbers are seeds, and how those that are none are named."""

from __future__ import annotations

from eyehand_core.seed_range import LARGEST_SEED, is_seed, wrong_seeds


def test_the_wrong_values_of_a_list_are_named_each() -> None:
    words = wrong_seeds([1000, 1000, -4, 99_999_999_999, 5, True, [7]])
    assert words == (
        "not whole numbers 0-2147483647: -4, 99999999999, True, [7]; given more than once: 1000"
    )
    assert wrong_seeds([0, 5, LARGEST_SEED]) == ""


def test_of_many_wrong_values_the_first_are_named() -> None:
    assert wrong_seeds(range(-30, 0)).endswith("-21 and 20 more")


def test_a_seed_is_a_plain_whole_number() -> None:
    assert [is_seed(value) for value in (0, LARGEST_SEED)] == [True, True]
    assert not any(is_seed(value) for value in (-1, LARGEST_SEED + 1, True, 1.0, "7", None))
