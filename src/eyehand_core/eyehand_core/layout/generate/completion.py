"""Recipes of completion tasks: arrange several things within a region."""

from __future__ import annotations

from eyehand_core.layout.generate.draft import Draft
from eyehand_core.layout.generate.nouns import LARGE, SMALL, pick, some
from eyehand_core.layout.generate.placement import new_draft, relate
from eyehand_core.layout.generate.recipe import Drafted, recipe
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.words import straight_relations
from eyehand_core.tasks.draws import Draws

FAMILY = "layout_completion"
_PLACES = (
    "center_of",
    "left_edge_of",
    "right_edge_of",
    "top_edge_of",
    "bottom_edge_of",
    "top_left_corner_of",
    "top_right_corner_of",
    "bottom_left_corner_of",
    "bottom_right_corner_of",
)


@recipe(FAMILY, "1_two_things", "fill_two", "two things in a region, one placed by the other")
def two_things(draws: Draws) -> Drafted:
    """Draft a region to be filled with two things."""
    return _region(draws, count=2, apart=False, budget=5)


@recipe(FAMILY, "2_three_things", "fill_three", "three things in a region")
def three_things(draws: Draws) -> Drafted:
    """Draft a region to be filled with three things."""
    return _region(draws, count=3, apart=False, budget=7)


@recipe(FAMILY, "3_apart", "fill_apart", "three things in a region that keep their distance")
def apart(draws: Draws) -> Drafted:
    """Draft a region to be filled with three things, two of them apart."""
    return _region(draws, count=3, apart=True, budget=8)


def _region(draws: Draws, count: int, apart: bool, budget: int) -> Drafted:
    draft = new_draft(draws)
    draft.budget = budget
    size = (round(draws.uniform(140.0, 190.0)), round(draws.uniform(120.0, 160.0)))
    center = tuple(round(draws.uniform(s / 2.0 + 8.0, 248.0 - s / 2.0)) for s in size)
    area = Outline((center[0], center[1]), size)
    region = "corner" if draft.plane == "ground" else "panel"
    draft.put(region, area, shape="area", color="green", spread=0.0)
    host = pick(draws, list(LARGE[draft.plane]))
    draft.start(host, LARGE[draft.plane][host], within=area)
    names = some(draws, list(SMALL[draft.plane]), count)
    for name in names:
        draft.add(name, SMALL[draft.plane][name])
    sentences = [_first(draws, draft, names[0], region)]
    for before, name in zip(names, names[1:], strict=False):
        target = pick(draws, (host, before))
        relation = pick(draws, straight_relations(draft.plane))
        words = relate(draft, name, relation, target)
        relate(draft, name, "inside", region)
        sentences.append(f"the {name} {words}")
    draft.goal = f"Fill the {region}: {', '.join(sentences)}. Everything has to be inside it."
    if apart:
        units = pick(draws, (30, 40, 50))
        a, b = names[0], names[-1]
        draft.terms.append({"min_distance": {"object": b, "other": a, "units": units}})
        draft.goal += f" Keep the {b} at least {units} units away from the {a}."
    return Drafted(draft=draft, touched=tuple(names))


def _first(draws: Draws, draft: Draft, name: str, region: str) -> str:
    words = relate(draft, name, pick(draws, _PLACES), region)
    return f"the {name} {words}"
