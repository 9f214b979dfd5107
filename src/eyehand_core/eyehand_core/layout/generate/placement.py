"""Recipes of placement tasks with relations that mean one thing only."""

from __future__ import annotations

from typing import Any

from eyehand_core.layout.distances import DEFAULT_DISTANCE
from eyehand_core.layout.generate.draft import Draft, NoRoomError
from eyehand_core.layout.generate.nouns import LARGE, SMALL, pick, some
from eyehand_core.layout.generate.recipe import Drafted, recipe
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.plane import PLANES, Plane
from eyehand_core.layout.relations import RELATIONS, Wanted
from eyehand_core.layout.words import diagonal_relations, straight_relations
from eyehand_core.tasks.draws import Draws

FAMILY = "layout_placement"


def new_draft(draws: Draws, plane: Plane | None = None) -> Draft:
    """Return an empty draft in a drawn plane."""
    drawn: Plane = pick(draws, PLANES) if plane is None else plane
    return Draft(plane=drawn, draws=draws)


def relate(draft: Draft, name: str, relation: str, *targets: str, **more: Any) -> str:
    """Ask for a relation; return its words, for the goal sentence."""
    aim = {"target": targets[0]} if len(targets) == 1 else {"targets": list(targets)}
    draft.terms.append({relation: {"object": name, **aim, **more}})
    return RELATIONS[relation].sentence(targets)


def ordinary_place(draft: Draft, name: str, relation: str, host: str) -> Outline:
    """Return where the default distance brings an object, spread apart."""
    width, height = draft.objects[name]["size"]
    targets = (draft.outline(host),)
    wanted = Wanted(size=(width, height), targets=targets, distance=DEFAULT_DISTANCE)
    return next(RELATIONS[relation].places(wanted))


def scenery(draft: Draft, small: int, large: int, *, absent: int = 1) -> list[str]:
    """Fill a draft: things to place first, then small and large ones that are there."""
    names = some(draft.draws, list(SMALL[draft.plane]), absent + small)
    hosts = some(draft.draws, list(LARGE[draft.plane]), large)
    for name in hosts:
        draft.start(name, LARGE[draft.plane][name], margin=40.0)
    for name in names[absent:]:
        draft.start(name, SMALL[draft.plane][name])
    for name in names[:absent]:
        draft.add(name, SMALL[draft.plane][name])
    return [*names, *hosts]


@recipe(FAMILY, "1_single", "place_single", "one relation of one object to place")
def single(draws: Draws) -> Drafted:
    """Draft a task with one relation and one bystander."""
    draft = new_draft(draws)
    a, other, host = scenery(draft, small=1, large=1)
    options = [*straight_relations(draft.plane), "in_row_with", "in_column_with"]
    options += ["on"] if draft.plane == "vertical" else []
    words = relate(draft, a, pick(draws, options), pick(draws, (other, host)))
    draft.goal = f"Put the {a} {words}."
    return Drafted(draft=draft, touched=(a,))


@recipe(
    FAMILY, "2_keep_rest", "place_keep", "move one thing among others that must stay as they are"
)
def keep_rest(draws: Draws) -> Drafted:
    """Draft a task in which one of many things has to move."""
    draft = new_draft(draws)
    a, b, other, host, second = scenery(draft, small=3, large=2, absent=0)
    target = pick(draws, (b, host, second))
    words = relate(draft, a, pick(draws, straight_relations(draft.plane)), target)
    draft.goal = f"Move the {a} {words}. Leave everything else as it is."
    return Drafted(draft=draft, touched=(a,))


@recipe(FAMILY, "2_change", "place_change", "resize or turn one thing and bring it somewhere")
def change(draws: Draws) -> Drafted:
    """Draft a task with a change of size or turn and a relation."""
    draft = new_draft(draws)
    a, other, host = scenery(draft, small=2, large=1, absent=0)
    words = relate(
        draft, a, pick(draws, straight_relations(draft.plane)), pick(draws, (other, host))
    )
    if draws.index(2):
        by = pick(draws, ("larger", "smaller"))
        draft.terms.append({"resized": {"object": a, "by": by}})
        how = f"Make the {a} {by}"
    else:
        width, height = draft.objects[a]["size"]
        # A square looks the same after a quarter turn.
        quarter = pick(draws, (45, -45) if width == height else (90, -90, 45, -45))
        draft.terms.append({"turned": {"object": a, "angle_deg": quarter}})
        turn = {90: "a quarter turn", 45: "half a quarter turn"}[abs(quarter)]
        how = f"Turn the {a} by {turn} {'counter-' if quarter > 0 else ''}clockwise"
    draft.goal = f"{how} and bring it {words}. Leave everything else as it is."
    return Drafted(draft=draft, touched=(a,))


@recipe(FAMILY, "3_several", "place_several", "two or three relations that have to hold together")
def several(draws: Draws) -> Drafted:
    """Draft a task in which one thing depends on another that has to be placed."""
    draft = new_draft(draws)
    a, b, c, other, host = scenery(draft, small=2, large=1, absent=2)
    straight = straight_relations(draft.plane)
    first = relate(draft, a, pick(draws, straight), host)
    second = relate(draft, b, pick(draws, straight), a)
    draft.goal = f"Put the {a} {first}, and the {b} {second}."
    touched = [a, b]
    if draws.index(2):
        third = relate(draft, c, pick(draws, straight), pick(draws, (host, other)))
        draft.goal = f"Put the {a} {first} and the {b} {second}. Move the {c} {third}."
        touched.append(c)
    return Drafted(draft=draft, touched=tuple(touched))


@recipe(FAMILY, "3_compound", "place_compound", "directions of two words, with a distance")
def compound(draws: Draws) -> Drafted:
    """Draft a task with a compound direction."""
    draft = new_draft(draws)
    a, other, host = scenery(draft, small=1, large=1)
    distance = pick(draws, ("near", "medium"))
    relation = pick(draws, diagonal_relations(draft.plane))
    words = relate(draft, a, relation, host, distance=distance)
    closeness = {"near": "close by", "medium": "at a medium distance"}[distance]
    draft.goal = f"Put the {a} {words}, {closeness}."
    return Drafted(draft=draft, touched=(a,))


@recipe(
    FAMILY, "4_constraint", "place_constraint", "a relation and a distance to keep from something"
)
def constraint(draws: Draws) -> Drafted:
    """Draft a task in which the ordinary place is too close to something fixed."""
    draft = new_draft(draws)
    a, other, host = scenery(draft, small=1, large=1)
    wide = bool(draws.index(2))
    size = (60.0, 12.0) if wide else (12.0, 60.0)
    draft.start("wall", size, margin=4.0, gap=24.0, fixed=True, color="grey", spread=0.0)
    units = pick(draws, (30, 40, 50))
    relation = pick(draws, straight_relations(draft.plane))
    if draft.outline("wall").distance(ordinary_place(draft, a, relation, host)) >= units:
        raise NoRoomError("the ordinary place keeps the distance, so that there is nothing to see")
    words = relate(draft, a, relation, host)
    draft.terms.append({"min_distance": {"object": a, "other": "wall", "units": units}})
    draft.goal = f"Put the {a} {words} and at least {units} units away from the wall."
    return Drafted(draft=draft, touched=(a,))
