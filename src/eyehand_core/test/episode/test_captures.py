"""What the camera is asked for in each condition."""

from __future__ import annotations

import pytest
from cube_game import CONFIG, Game
from eyehand_core.episode.captures import captures
from eyehand_core.episode.condition import Condition
from eyehand_core.episode.conditions import conditions_of
from eyehand_core.views import NAMED_VIEWS

SHOWN = conditions_of(CONFIG, "manipulation")


@pytest.mark.parametrize("condition", SHOWN, ids=lambda condition: condition.name)
def test_a_turn_holds_as_many_pictures_as_the_condition_says(condition: Condition) -> None:
    episode = Game(condition.name).episode
    requests = captures(condition, episode.task, episode.verdict)
    counts = [1 if request.target else len(request.views) or 1 for request in requests]
    depths = [request.depth is not None for request in requests]
    assert sum(count * (1 + deep) for count, deep in zip(counts, depths, strict=True)) == (
        condition.views_per_turn
    )
    if condition.camera:
        assert not requests[-1].views, "the current view comes last"
    for request in requests[: len(requests) - condition.camera]:
        assert [view.action for view in request.views] == list(NAMED_VIEWS)
        assert {view.anchor for view in request.views} == {"right"}
        assert request.target == (("cube",) if condition.most_diagnostic_only else ())
