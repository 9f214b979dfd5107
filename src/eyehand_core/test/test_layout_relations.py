"""Relations and distance words: what resolves also holds, and near misses do not."""

from __future__ import annotations

import itertools

import pytest
from eyehand_core.layout.distances import DISTANCES, distance_word
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations import RELATIONS

TABLE = Outline((128.0, 128.0), (60.0, 20.0))
CASES = list(itertools.product(RELATIONS, DISTANCES))


@pytest.mark.parametrize(("name", "distance"), CASES)
def test_every_place_holds_at_its_distance_and_without_one(name: str, distance: str) -> None:
    relation = RELATIONS[name]
    places = list(relation.places((30.0, 24.0), TABLE, distance))
    assert len(places) > 50
    for place in places:
        assert relation.correction(place, TABLE, distance) == ""
        assert relation.holds(place, TABLE)
        assert place.size == (30.0, 24.0)


@pytest.mark.parametrize(("name", "distance"), CASES)
def test_nominal_place_comes_first_and_is_centred(name: str, distance: str) -> None:
    relation = RELATIONS[name]
    places = relation.places((30.0, 24.0), TABLE, distance)
    first = next(places)
    assert relation.gap(first, TABLE) == DISTANCES[distance].nominal
    assert (first.center[0] == 128.0) != (first.center[1] == 128.0)
    ways = [sum((a - b) ** 2 for a, b in zip(first.center, p.center, strict=True)) for p in places]
    assert ways == sorted(ways)
    assert ways[0] > 0.0


@pytest.mark.parametrize("name", list(RELATIONS))
def test_no_place_belongs_to_another_direction_when_centred(name: str) -> None:
    place = next(RELATIONS[name].places((30.0, 30.0), TABLE, "medium"))
    assert [other for other in RELATIONS if RELATIONS[other].holds(place, TABLE)] == [name]


def right(x: float, y: float = 128.0) -> Outline:
    """Return a 20 x 20 object whose left edge is ``x`` right of the table's right edge."""
    return Outline((158.0 + x + 10.0, y), (20.0, 20.0))


@pytest.mark.parametrize(
    ("place", "distance", "way"),
    [
        (right(-2.0), "", ""),
        (right(-2.01), "", "further right"),
        (right(60.0), "", ""),
        (right(60.01), "", "closer"),
        (right(20.0), "near", ""),
        (right(20.01), "near", "closer"),
        (right(20.0), "medium", "further away"),
        (right(50.0), "medium", ""),
        (right(50.01), "medium", "closer"),
        (right(50.0), "far", "further away"),
        (right(65.0), "far", ""),
        (right(-100.0), "", "further right"),
        (right(10.0, 128.0 - 50.0), "", ""),
        (right(10.0, 128.0 - 50.01), "", "further down"),
        (right(10.0, 128.0 + 50.01), "", "further up"),
    ],
)
def test_near_misses_name_the_way_to_go(place: Outline, distance: str, way: str) -> None:
    assert RELATIONS["to_the_right_of"].correction(place, TABLE, distance) == way


def test_a_centre_within_the_targets_extent_is_level_however_near() -> None:
    tall = Outline((128.0, 128.0), (20.0, 160.0))
    beside = Outline((128.0 + 10.0 + 10.0, 128.0 + 79.0), (20.0, 20.0))
    assert RELATIONS["to_the_right_of"].holds(beside, tall)
    lower = Outline((beside.center[0], 128.0 + 81.0), beside.size)
    assert RELATIONS["to_the_right_of"].correction(lower, tall) == "further up"


def test_slightly_right_but_far_above_is_not_right() -> None:
    assert not RELATIONS["to_the_right_of"].holds(right(0.0, 20.0), TABLE)


@pytest.mark.parametrize(
    ("gap", "word"),
    [(-5.0, "near"), (20.0, "near"), (20.5, "medium"), (50.0, "medium"), (50.5, "far")],
)
def test_every_gap_has_one_word(gap: float, word: str) -> None:
    assert distance_word(gap) == word
    assert sum(DISTANCES[name].covers(gap) for name in DISTANCES) == 1
