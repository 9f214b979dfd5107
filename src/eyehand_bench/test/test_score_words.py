"""What ``eyehand score`` says about a comparison."""

from __future__ import annotations

import pytest
from eyehand_bench.commands.score import _lines
from eyehand_bench.record.rescoring import Comparison, Score

ENDED = Score(outcome="failure", ending="budget", steps=50, digest="d" * 64)
OTHER = Score(outcome="success", ending="success", steps=50, digest="e" * 64)
BROKEN_OFF = Score(outcome="", ending="", steps=44, digest="d" * 64)


@pytest.mark.parametrize(
    ("live", "derived", "complaints", "says"),
    [
        (ENDED, ENDED, (), "match "),
        (ENDED, OTHER, (), "another verdict"),
        (ENDED, ENDED, ("steps",), "episode.json does not"),
        (BROKEN_OFF, BROKEN_OFF, (), "broken off; there is no verdict"),
    ],
)
def test_the_last_line_says_what_the_bag_is_worth(
    live: Score, derived: Score, complaints: tuple[str, ...], says: str
) -> None:
    comparison = Comparison(
        task="t", seed=1, budget=50, live=live, derived=derived, term_counts={}, damage=""
    )
    assert says in _lines(comparison, complaints, ())[-1]
