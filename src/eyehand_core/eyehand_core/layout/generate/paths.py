"""Recipes of path tasks: a mover has to go round obstacles, one straight leg a step."""

from __future__ import annotations

from typing import Any

from eyehand_core.layout.generate.draft import Draft, NoRoomError
from eyehand_core.layout.generate.nouns import pick, some
from eyehand_core.layout.generate.placement import new_draft, relate
from eyehand_core.layout.generate.recipe import Drafted, recipe
from eyehand_core.layout.outline import Outline
from eyehand_core.tasks.draws import Draws

FAMILY = "layout_path"
_MOVER = (18.0, 18.0)
_YARD = (64.0, 56.0)
_CORNERS = (
    "top_left_corner_of",
    "top_right_corner_of",
    "bottom_left_corner_of",
    "bottom_right_corner_of",
)
_SLACK = 1.0


@recipe(FAMILY, "1_one_obstacle", "path_one", "one obstacle on the straight way")
def one_obstacle(draws: Draws) -> Drafted:
    """Draft a way past one obstacle."""
    return _path(draws, blocks=1, budget=5)


@recipe(FAMILY, "2_two_obstacles", "path_two", "two obstacles, one behind the other")
def two_obstacles(draws: Draws) -> Drafted:
    """Draft a way past two obstacles."""
    return _path(draws, blocks=2, budget=6)


@recipe(FAMILY, "3_gate", "path_gate", "a wall with a gate, and an obstacle behind it")
def gate(draws: Draws) -> Drafted:
    """Draft a way through a gate."""
    draft = _yard(draws, budget=8)
    middle, opening = 128.0, draws.uniform(-50.0, 50.0)
    top, bottom = middle + round(opening) - 18.0, middle + round(opening) + 18.0
    draft.put("north wall", Outline((128.0, top / 2.0), (16.0, top)), **_FIXED)
    height = 256.0 - bottom
    draft.put("south wall", Outline((128.0, bottom + height / 2.0), (16.0, height)), **_FIXED)
    _block(draft, "crate", 168.0)
    return _finished(draft)


_FIXED: dict[str, Any] = {"fixed": True, "color": "grey", "spread": 0.0}


def _path(draws: Draws, blocks: int, budget: int) -> Drafted:
    draft = _yard(draws, budget)
    names = some(draws, ("crate", "barrel", "pillar", "bush"), blocks)
    for number, name in enumerate(names):
        _block(draft, name, 78.0 + 100.0 * (number + 1) / (blocks + 1))
    return _finished(draft)


def _yard(draws: Draws, budget: int) -> Draft:
    """Return a draft with a mover on the left and a yard on the right."""
    draft = new_draft(draws, "ground")
    draft.budget = budget
    draft.extra = {"mover": "robot", "actions": ["move", "undo"]}
    yard_y = round(draws.uniform(40.0, 216.0))
    draft.put("yard", Outline((216.0, yard_y), _YARD), shape="area", color="green", spread=0.0)
    start_y = round(draws.uniform(30.0, 226.0))
    draft.put("robot", Outline((28.0, start_y), _MOVER), color="blue", spread=_SLACK)
    return draft


def _block(draft: Draft, name: str, x: float) -> None:
    """Put an obstacle on the straight way from mover to yard."""
    start = draft.objects["robot"]["start"]["center"]
    end = draft.objects["yard"]["start"]["center"]
    share = (x - start[0]) / (end[0] - start[0])
    y = round(start[1] + share * (end[1] - start[1]) + draft.draws.uniform(-10.0, 10.0))
    height = 2.0 * round(draft.draws.uniform(20.0, 38.0))
    low, high = y - height / 2.0, y + height / 2.0
    if low < 0.0 or high > 256.0:
        raise NoRoomError(name)
    color = pick(draft.draws, ("brown", "orange", "purple"))
    draft.put(name, Outline((round(x), y), (26.0, height)), fixed=True, color=color, spread=0.0)


def _finished(draft: Draft) -> Drafted:
    words = relate(draft, "robot", pick(draft.draws, _CORNERS), "yard")
    draft.goal = (
        f"Drive the robot to a place {words}. Each move goes straight; it must not run into "
        "anything, so go round what is in the way."
    )
    return Drafted(draft=draft, touched=("robot",))
