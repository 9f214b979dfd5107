"""Condition files and the names of conditions with their aids."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from cube_game import CONFIG
from eyehand_core.config_file import ConfigFileError
from eyehand_core.episode.condition import KINDS, Condition
from eyehand_core.episode.conditions import (
    condition_paths,
    conditions_of,
    load_condition,
    read_condition,
)
from eyehand_core.errors import ConfigError, UnknownNameError
from eyehand_core.views import NAMED_VIEWS

PLAIN = "meaning: Something.\nkinds: [manipulation]\n"
RIG = (
    "rig: {speed: 0.25, turn_speed_deg: 90, mount: [0, 0, 1], shortest_reach: 1, "
    "longest_reach: 2, clearance: 0.1}\n"
)


def test_every_file_is_a_condition_and_active_is_the_default() -> None:
    every = {path.stem: read_condition(path) for path in condition_paths(CONFIG).values()}
    assert set(every) == {
        condition.name for kind in KINDS for condition in conditions_of(CONFIG, kind)
    }
    assert replace(every["active"], meaning="") == Condition()
    assert every["oracle_view"].views_per_turn == 1
    assert every["depth"].views_per_turn == 2
    assert every["active_plus_passive"].views_per_turn == 6
    assert every["passive_five"].passive_views == tuple(NAMED_VIEWS)


def test_privileged_are_those_that_open_the_information_boundary() -> None:
    privileged = {c.name for c in conditions_of(CONFIG, "manipulation") if c.privileges}
    assert privileged == {"attended", "depth", "oracle_view"}
    assert load_condition(CONFIG, "manipulation", "active+subgoal_hints").privileges


def test_a_new_file_is_a_new_condition(tmp_path: Path) -> None:
    (tmp_path / "conditions").mkdir()
    path = tmp_path / "conditions" / "two_sides.yaml"
    path.write_text(PLAIN + "camera: false\npassive_views: [view_side, view_topdown]\n")
    condition = load_condition(tmp_path, "manipulation", "two_sides+no_tools")
    assert condition.name == "two_sides+no_tools"
    assert condition.views_per_turn == 2
    assert not condition.tools


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kinds: [manipulation]\n", "meaning: missing"),
        ("meaning: Something.\n", "kinds: missing"),
        ("meaning: M.\nkinds: [manipulation, layouts]\n", "did you mean layout?"),
        ("meaning: M.\nkinds: []\n", "names nothing"),
        (PLAIN + "camra: false\n", "did you mean camera?"),
        (
            PLAIN + "depht: {near: 1, far: 2}\n",
            "rig, rules, scene_text, shows_reason; did you mean",
        ),
        (PLAIN + "camera: 1\n", "expected true or false"),
        (PLAIN + "camera: false\n", "shows nothing"),
        (PLAIN + "passive_views: [view_sid]\n", "did you mean view_side?"),
        (PLAIN + "passive_views: [view_side, view_side]\n", "given twice"),
        (PLAIN + "most_diagnostic_only: true\n", "needs passive_views"),
        (PLAIN + "depth: {near: 1.5, far: 1.0}\n", "must be above near, 1.5"),
        (PLAIN + "depth: {near: 1 m, far: 1.0}\n", "without unit"),
        (PLAIN + "camera: false\npassive_views: [view_side]\n" + RIG, "needs camera: true"),
        (PLAIN + RIG.replace("longest_reach: 2", "longest_reach: 1"), "must be above"),
        (PLAIN.replace("manipulation", "layout") + RIG, "is for tasks of kind manipulation"),
        (PLAIN.replace("[m", "[layout, m") + RIG, "is for tasks of kind manipulation alone"),
        (PLAIN + "scene_text: false\n", "is for tasks of kind layout alone"),
        (PLAIN + "feedback: loud\n", "allowed: directional, none, success, text"),
    ],
)
def test_mistakes_are_told_with_what_is_allowed(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(text)
    with pytest.raises(ConfigFileError) as told:
        read_condition(path)
    assert says in str(told.value)


def test_aids_change_one_thing_each() -> None:
    plain = load_condition(CONFIG, "manipulation", "passive_five")
    aids = "no_hints+no_tools+shared_summary:some-model"
    aided = load_condition(CONFIG, "manipulation", f"passive_five+{aids}")
    changed = {"name": plain.name, "hints": True, "tools": True, "summary": ""}
    assert replace(aided, **changed) == plain
    assert (aided.hints, aided.tools, aided.summary) == (False, False, "some-model")


@pytest.mark.parametrize(
    ("kind", "name", "says"),
    [
        ("manipulation", "nothing", "active"),
        ("manipulation", "activ", "did you mean 'active'"),
        ("manipulation", "active+hints", "no_hints"),
        ("manipulation", "active+no_tools+no_hints", "in this order"),
        ("manipulation", "active+no_hints+no_hints", "at most one"),
        ("manipulation", "active+own_summary+expert_summary", "at most one"),
        ("manipulation", "active+shared_summary", "shared_summary:NAME"),
        ("manipulation", "active+shared_summary:", "shared_summary:NAME"),
        ("manipulation", "active+own_summary:me", "own_summary"),
        ("manipulation", "+no_hints", "active"),
        ("layout", "active+own_summary", "no_hints"),
        ("layout", "passive_five", "for tasks of kind manipulation; allowed here.*text_only"),
        ("manipulation", "feedback_none", "for tasks of kind layout; allowed here.*active"),
    ],
)
def test_names_are_strict(kind: str, name: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        load_condition(CONFIG, kind, name)


def test_a_faulty_file_hurts_its_own_condition_alone(tmp_path: Path) -> None:
    """Neither the others nor the list of what there is."""
    folder = tmp_path / "conditions"
    folder.mkdir()
    (folder / "sound.yaml").write_text(PLAIN)
    (folder / "draft.yaml").write_text("meaning: 5\n")
    assert load_condition(tmp_path, "manipulation", "sound").name == "sound"
    with pytest.raises(UnknownNameError, match="sound") as told:
        load_condition(tmp_path, "manipulation", "other")
    assert "draft" not in str(told.value)
    with pytest.raises(ConfigFileError):
        load_condition(tmp_path, "manipulation", "draft")
