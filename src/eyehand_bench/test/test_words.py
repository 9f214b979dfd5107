"""What people read of outcomes, counts and lists."""

from __future__ import annotations

import pytest
from eyehand_bench.cli.words import counted, ended_as, in_words
from hypothesis import given
from hypothesis import strategies as st


@given(st.lists(st.integers(0, 60), min_size=1, unique=True))
def test_ranges_hold_the_numbers_and_no_other(numbers: list[int]) -> None:
    read: list[int] = []
    for part in in_words(numbers).split(", "):
        first, _, last = part.partition("-")
        read += range(int(first), int(last or first) + 1)
    assert read == sorted(numbers)


@pytest.mark.parametrize(
    ("value", "words"),
    [([], "none"), (["left", "right"], "left, right"), (["right"], "right"), (50, "50")],
)
def test_other_values_read_as_they_are(value: object, words: str) -> None:
    assert in_words(value) == words


def test_counts_and_outcomes_are_plain_english() -> None:
    assert [counted(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
    assert ended_as("success", "success") == "success"
    assert ended_as("failure", "budget") == "failure (budget)"
