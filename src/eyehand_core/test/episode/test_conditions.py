"""Names of conditions and their aids."""

from __future__ import annotations

import pytest
from eyehand_core.episode.conditions import CONDITIONS, condition_for
from eyehand_core.errors import ConfigError


def test_aids_change_one_thing_each() -> None:
    plain = condition_for("manipulation", "passive_five")
    aids = "no_hints+no_tools+shared_summary:some-model"
    aided = condition_for("manipulation", f"passive_five+{aids}")
    assert plain == CONDITIONS["passive_five"]
    assert (aided.hints, aided.tools, aided.summary) == (False, False, "some-model")
    assert aided.passive_views == plain.passive_views


@pytest.mark.parametrize(
    ("kind", "name", "says"),
    [
        ("manipulation", "nothing", "active"),
        ("manipulation", "active+hints", "no_hints"),
        ("manipulation", "active+no_tools+no_hints", "in this order"),
        ("manipulation", "active+no_hints+no_hints", "at most one"),
        ("manipulation", "active+own_summary+expert_summary", "at most one"),
        ("manipulation", "active+shared_summary", "shared_summary:NAME"),
        ("manipulation", "active+shared_summary:", "shared_summary:NAME"),
        ("manipulation", "active+own_summary:me", "own_summary"),
        ("manipulation", "+no_hints", "active"),
        ("layout", "active+own_summary", "no_hints"),
    ],
)
def test_names_are_strict(kind: str, name: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        condition_for(kind, name)
