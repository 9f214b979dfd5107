"""Ever true, true at the end, and held: three different things."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from eyehand_bench.record.term_history import TermHistory
from hypothesis import given
from hypothesis import strategies as st

TICK = 40_000_000


def message(tick: int, progress: float = 0.0, **terms: bool) -> Any:
    """Return what the topic predicates carries, as far as it is read."""
    seconds, rest = divmod(tick * TICK, 10**9)
    return SimpleNamespace(
        header=SimpleNamespace(stamp=SimpleNamespace(sec=seconds, nanosec=rest)),
        terms=[SimpleNamespace(term=name, value=value) for name, value in terms.items()],
        progress=progress,
    )


def test_a_cube_that_falls_was_lifted_once_and_is_not_at_the_end() -> None:
    history = TermHistory()
    history.take(message(0, lifted=False, open=True))
    history.take(message(10, 0.5, lifted=True, open=True))
    history.take(message(15, 0.5, lifted=False, open=True))
    lifted, opened = history.rows(20 * TICK)
    assert lifted == {"term": "lifted", "ever": True, "at_end": False, "longest_s": 0.2}
    assert opened == {"term": "open", "ever": True, "at_end": True, "longest_s": 0.8}
    assert history.progress == 0.5


def test_objects_in_the_basket_are_counted_at_the_milestone_and_at_the_end() -> None:
    """Names of subtasks are no terms, and what falls out again is not counted at the end."""
    history, names = TermHistory(), [f"contained(object={name})" for name in "abc"]
    for tick, inside in enumerate(["", "a", "ab", "abc", "bc"]):
        values = {name: name[-2] in inside for name in names}
        history.take(message(tick, **values, **{"moved_less(x)": True, "a first object": True}))
    assert history.counts(2 * TICK) == {
        "contained": {"of": 3, "at_step_200": 2, "at_end": 2},
        "moved_less": {"of": 1, "at_step_200": 1, "at_end": 1},
    }
    assert history.counts(3 * TICK)["contained"]["at_step_200"] == 3
    assert history.counts(9 * TICK)["contained"]["at_step_200"] == 2, "the end came before"


@given(st.lists(st.booleans(), min_size=1, max_size=30))
def test_rows_agree_with_every_single_sample(values: list[bool]) -> None:
    """Messages come with changes only; what they tell is true of all samples."""
    history = TermHistory()
    changes = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(values)) if a != b)]
    for tick in changes:
        history.take(message(tick, x=values[tick]))
    (row,) = history.rows((len(values) - 1) * TICK)
    words = "".join("x" if value else " " for value in values)
    # A run that ends lasts to the first sample without it, the last one to the end.
    ended = [len(run) for run in words.rstrip("x").split()]
    last = len(words) - len(words.rstrip("x"))
    longest = max([*ended, last - 1, 0])
    assert row["ever"] == any(values)
    assert row["at_end"] == values[-1]
    assert row["longest_s"] == round(longest * TICK * 1e-9, 3)
