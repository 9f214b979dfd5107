"""Recipes of placement tasks about what hides what, and about words that leave a choice."""

from __future__ import annotations

from typing import Any

from eyehand_core.layout.facing import DIRECTIONS
from eyehand_core.layout.frames import FRAMED
from eyehand_core.layout.generate.draft import Draft
from eyehand_core.layout.generate.nouns import FACING, LARGE, SMALL, pick, some
from eyehand_core.layout.generate.placement import (
    FAMILY,
    new_draft,
    ordinary_place,
    relate,
    scenery,
)
from eyehand_core.layout.generate.recipe import Drafted, recipe
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.words import straight_relations
from eyehand_core.tasks.draws import Draws

_SCREEN = (30.0, 34.0)
_CURTAIN: dict[str, Any] = {"fixed": True, "layer": 1, "color": "grey", "spread": 0.0}


@recipe(FAMILY, "4_occlusion", "place_seen", "something in front hides the ordinary place")
def occlusion(draws: Draws) -> Drafted:
    """Draft a task in which a curtain hangs before the ordinary place, or already hides a thing."""
    return _uncover(draws) if draws.index(2) else _beside_curtain(draws)


def _beside_curtain(draws: Draws) -> Drafted:
    draft = new_draft(draws, "vertical")
    a, other, host = scenery(draft, small=1, large=1)
    relation = pick(draws, straight_relations("vertical"))
    _hang_curtain(draft, a, relation, host)
    words = relate(draft, a, relation, host)
    draft.checks.append({"visible": {"object": a}})
    draft.goal = f"Put the {a} {words}, where nothing hides it."
    return Drafted(draft=draft, touched=(a,))


def _hang_curtain(draft: Draft, name: str, relation: str, host: str) -> None:
    """Hang a curtain before the place that the default distance leads to."""
    center = ordinary_place(draft, name, relation, host).center
    draft.put("curtain", Outline(center, _SCREEN), **_CURTAIN)


def _uncover(draws: Draws) -> Drafted:
    draft = new_draft(draws, "vertical")
    a, b, host = scenery(draft, small=2, large=1, absent=0)
    x, y = draft.objects[a]["start"]["center"]
    draft.put("curtain", Outline((x + 6.0, y + 4.0), _SCREEN), **_CURTAIN)
    words = relate(draft, a, pick(draws, straight_relations("vertical")), pick(draws, (b, host)))
    draft.checks.append({"visible": {"object": a}})
    draft.goal = f"The {a} is partly hidden. Bring it {words}, where nothing hides it."
    return Drafted(draft=draft, touched=(a,))


@recipe(
    FAMILY,
    "5_ambiguous",
    "place_ambiguous",
    "between, near, next to, around: several places are right",
)
def ambiguous(draws: Draws) -> Drafted:
    """Draft a task with a word that leaves a choice, and one that does not."""
    return pick(draws, (_between, _near, _next_to, _around))(draws)


def _between(draws: Draws) -> Drafted:
    draft = new_draft(draws)
    a, b, host, second = scenery(draft, small=1, large=2)
    words = relate(draft, a, "between", host, second)
    draft.goal = f"Put the {a} {words}."
    return Drafted(draft=draft, touched=(a,))


def _near(draws: Draws) -> Drafted:
    draft = new_draft(draws)
    a, b, host, second = scenery(draft, small=1, large=2)
    words = relate(draft, a, "near", host)
    far = relate(draft, b, "far_from", host)
    near = relate(draft, b, "near", second)
    draft.goal = f"Put the {a} {words}. The {b} belongs {near} and {far}."
    return Drafted(draft=draft, touched=(a, b))


def _next_to(draws: Draws) -> Drafted:
    draft = new_draft(draws)
    a, b, host = scenery(draft, small=1, large=1, absent=1)
    sides = ("to_the_right_of", "to_the_left_of")
    draft.terms.append(
        {"any": [{side: {"object": a, "target": host, "distance": "near"}} for side in sides]}
    )
    below = relate(draft, b, pick(draws, straight_relations(draft.plane)[2:]), a)
    draft.goal = f"Put the {a} right next to the {host}, on either side, and move the {b} {below}."
    return Drafted(draft=draft, touched=(a, b))


def _around(draws: Draws) -> Drafted:
    draft = new_draft(draws, "ground")
    host = pick(draws, list(LARGE["ground"]))
    draft.start(host, LARGE["ground"][host], margin=80.0)
    names = [f"{word} stool" for word in some(draws, ("first", "second", "third"), 3)]
    for name in names:
        draft.add(name, SMALL["ground"]["stool"], category="stool")
    draft.terms.append({"surrounded": {"target": host, "objects": names}})
    draft.goal = (
        f"Arrange three stools around the {host}, each on a side of its own: {', '.join(names)}."
    )
    return Drafted(draft=draft, touched=tuple(names))


@recipe(FAMILY, "5_frames", "place_frame", "directions as a thing that faces somewhere means them")
def frames(draws: Draws) -> Drafted:
    """Draft a task with a direction in the frame of a thing, or with a facing."""
    draft = new_draft(draws, "ground")
    a, b = scenery(draft, small=1, large=0)
    name, relation = pick(draws, list(FACING)), pick(draws, straight_relations("ground"))
    facing = [word for word in DIRECTIONS if word not in ("down", _AHEAD[relation])]
    turn = DIRECTIONS[pick(draws, facing)]
    draft.start(name, FACING[name], margin=60.0, has_front=True, turn_deg=turn)
    if draws.index(3):
        words = relate(draft, a, pick(draws, FRAMED), name, frame="object")
        draft.goal = f"Put the {a} {words}, as the {name} itself would say."
        return Drafted(draft=draft, touched=(a,))
    words = relate(draft, a, relation, name)
    draft.terms.append({"facing_toward": {"object": name, "target": a}})
    draft.goal = f"Put the {a} {words} as you see it, then turn the {name} to face it."
    draft.objects[name]["start"]["spread"] = [0, 0]
    return Drafted(draft=draft, touched=(a, name))


# Direction in which something lies that is in a relation to a thing.
_AHEAD = {
    "to_the_right_of": "right",
    "to_the_left_of": "left",
    "behind": "up",
    "in_front_of": "down",
}
