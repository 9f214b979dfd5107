"""Recognising the goal's things in pictures, by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from eyehand_agent.servo.blobs import Blob, Picture, find_blobs, hull_of
from eyehand_agent.servo.colors import COLORS, hue_distance
from eyehand_agent.servo.goal import Goal, Thing
from eyehand_agent.servo.lost_sight import LostSightError

ON_TABLE = 0.55
"""Least share of table along the border of a thing on it; the robot's parts stay below 0.5."""
_NAMED = 18.0
"""How far from the middle of a colour word's hues a thing of that colour may be."""
_SAME = 4.0
"""How far the hue of one thing differs between pictures."""
_NEAR = 0.9
_PARTLY = 0.3
_SHARE = 0.1
"""Parts of one thing: largest gap, as a share of its width; least table along the border; least
area, as a share of the largest part's."""


def recognise(pictures: Sequence[Picture], goal: Goal) -> dict[str, float]:
    """Return the hues of the goal's things, by role, from the first picture that shows them all.

    A thing whose colour is named is the largest one of that colour, one without a named colour the
    largest one of no colour that is named.

    Raises:
        LostSightError: no picture shows what they could be.
    """
    wanted = {"thing": goal.thing}
    if goal.place is not None:
        wanted["place"] = goal.place
    taken = [thing.color for thing in wanted.values() if thing.color]
    for picture in pictures:
        found = [blob for blob in find_blobs(picture) if blob.on_table >= ON_TABLE]
        hues = {role: _hue(found, thing, taken) for role, thing in wanted.items()}
        known = {role: hue for role, hue in hues.items() if hue is not None}
        if len(known) == len(wanted):
            return known
    raise LostSightError(
        f"on the table is nothing like {', '.join(t.words for t in wanted.values())}"
    )


def _hue(found: Sequence[Blob], thing: Thing, taken: Sequence[str]) -> float | None:
    for blob in found:
        named = [color for color in taken if hue_distance(blob.hue, COLORS[color]) <= _NAMED]
        if thing.color in named or not (thing.color or named):
            return blob.hue
    return None


def see(picture: Picture, hue: float) -> Blob | None:
    """Return the thing of a hue on the table, other parts of it joined; None if unseen.

    The largest part that lies on the table is the thing. A label may cut it in two, and its upper
    part may be seen before the wall, so parts close by need less table round them.
    """
    parts = [blob for blob in find_blobs(picture, hue) if hue_distance(blob.hue, hue) <= _SAME]
    whole = next((blob for blob in parts if blob.on_table >= ON_TABLE), None)
    if whole is None:
        return None
    for part in parts:
        if part is not whole and _belongs(part, whole):
            whole = _joined(whole, part)
    return whole


def _belongs(part: Blob, whole: Blob) -> bool:
    """Tell whether a region is a part of the thing; the robot's coloured spots are too small."""
    large = part.area >= _SHARE * whole.area
    return large and part.on_table >= _PARTLY and _gap(whole, part) <= _NEAR


def _gap(a: Blob, b: Blob) -> float:
    """Return the gap between two boxes, as a share of the wider one's width."""
    gaps = np.maximum(a.low, b.low) - np.minimum(a.high, b.high)
    return max(float(gaps.max()), 0.0) / max(a.width, b.width)


def _joined(a: Blob, b: Blob) -> Blob:
    hull, center, area = hull_of(np.concatenate([a.hull, b.hull]))
    return replace(a, center=center, area=area, cut=a.cut or b.cut, hull=hull)
