"""Relations: what resolves also holds, near misses do not, and the algebra of the words."""

from __future__ import annotations

import itertools

import pytest
from eyehand_core.layout.distances import DISTANCES, distance_word
from eyehand_core.layout.frames import FRAMED, seen_relation
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.plane import PLANES
from eyehand_core.layout.relations import RELATIONS, Wanted
from eyehand_core.layout.relations.relation import Relation
from hypothesis import given
from hypothesis import strategies as st

TABLE = Outline((128.0, 128.0), (60.0, 20.0))
STRAIGHT = ("to_the_right_of", "to_the_left_of", "above", "below", "behind", "in_front_of")
DIAGONAL = tuple(
    f"{a}_{b}" for a in ("right", "left") for b in ("above", "below", "behind", "in_front")
)
CONVERSE = {
    "to_the_right_of": "to_the_left_of",
    "above": "below",
    "behind": "in_front_of",
    "right_above": "left_below",
    "right_below": "left_above",
    "right_behind": "left_in_front",
    "right_in_front": "left_behind",
}
SYMMETRIC = ("near", "far_from", "in_row_with", "in_column_with")
SELF_CONTAINED = ("inside", "center_of")
ONE_TARGET = [name for name in RELATIONS if RELATIONS[name].target_count == 1]

sides = st.integers(min_value=4, max_value=60).map(float)
spots = st.integers(min_value=0, max_value=512).map(lambda value: value / 2.0)
outlines = st.builds(lambda x, y, w, h: Outline((x, y), (w, h)), spots, spots, sides, sides)
relations = st.sampled_from(sorted(RELATIONS))


def words(name: str) -> list[str]:
    """Return the distance words that a relation can be asked for with."""
    return list(DISTANCES) if RELATIONS[name].takes_distance else [""]


def targets_for(relation: Relation, large: bool = True) -> tuple[Outline, ...]:
    """Return targets with room for everything that the relation may want."""
    if relation.target_count == 2:
        return (Outline((40.0, 128.0), (20.0, 20.0)), Outline((210.0, 100.0), (30.0, 20.0)))
    return (Outline((128.0, 128.0), (90.0, 80.0)),) if large else (TABLE,)


CASES = [(name, word) for name in RELATIONS for word in words(name)]


@pytest.mark.parametrize(("name", "distance"), CASES)
def test_every_place_holds_at_its_distance_and_without_one(name: str, distance: str) -> None:
    relation = RELATIONS[name]
    targets = targets_for(relation)
    wanted = Wanted(size=(24.0, 16.0), targets=targets, distance=distance)
    places = list(itertools.islice(relation.places(wanted), 4000))
    assert len(places) >= 20
    for place in places:
        assert relation.correction(place, targets, distance) == ""
        assert relation.holds(place, targets)
        assert place.size == (24.0, 16.0)


@pytest.mark.parametrize(("name", "distance"), [c for c in CASES if c[0] in STRAIGHT])
def test_nominal_place_comes_first_and_is_centred(name: str, distance: str) -> None:
    relation = RELATIONS[name]
    places = relation.places(Wanted(size=(30.0, 24.0), targets=(TABLE,), distance=distance))
    first = next(places)
    assert relation.gap(first, (TABLE,)) == DISTANCES[distance].nominal
    assert (first.center[0] == 128.0) != (first.center[1] == 128.0)
    ways = [sum((a - b) ** 2 for a, b in zip(first.center, p.center, strict=True)) for p in places]
    assert ways == sorted(ways)
    assert ways[0] > 0.0


@pytest.mark.parametrize("plane", PLANES)
def test_directions_exclude_each_other_at_their_nominal_places(plane: str) -> None:
    names = [n for n in (*STRAIGHT, *DIAGONAL) if plane in RELATIONS[n].planes]
    assert len(names) == 8
    for name, distance in itertools.product(names, DISTANCES):
        wanted = Wanted(size=(20.0, 20.0), targets=(TABLE,), distance=distance)
        place = next(RELATIONS[name].places(wanted))
        straight = [n for n in names if n in STRAIGHT]
        held = [n for n in straight if RELATIONS[n].holds(place, (TABLE,), distance)]
        assert held == [name] if name in STRAIGHT else len(held) < 2


@given(one=outlines, other=outlines, name=st.sampled_from(sorted(CONVERSE)))
def test_converse_without_limits_on_level_and_distance(
    one: Outline, other: Outline, name: str
) -> None:
    """Gaps are those of the same pair of edges; being level also depends on the target's size."""
    relation, converse = RELATIONS[name], RELATIONS[CONVERSE[name]]
    assert relation.gap(one, (other,)) == converse.gap(other, (one,))
    if one.size == other.size:
        assert relation.holds(one, (other,)) == converse.holds(other, (one,))


@given(one=outlines, other=outlines)
def test_converse_holds_for_equal_sizes(one: Outline, other: Outline) -> None:
    twin = Outline(other.center, one.size)
    for name, opposite in CONVERSE.items():
        assert RELATIONS[name].holds(one, (twin,)) == RELATIONS[opposite].holds(twin, (one,))


@given(one=outlines, other=outlines, name=st.sampled_from(SYMMETRIC))
def test_symmetry(one: Outline, other: Outline, name: str) -> None:
    assert RELATIONS[name].holds(one, (other,)) == RELATIONS[name].holds(other, (one,))


@given(one=outlines, other=outlines, third=outlines)
def test_between_does_not_care_for_the_order_of_its_targets(
    one: Outline, other: Outline, third: Outline
) -> None:
    between = RELATIONS["between"]
    assert between.holds(one, (other, third)) == between.holds(one, (third, other))


@given(one=outlines)
def test_irreflexive(one: Outline) -> None:
    """Nothing is beside, far from or around itself; only in itself and near itself."""
    for name in ONE_TARGET:
        if name not in (*SELF_CONTAINED, "near") and not name.endswith(("edge_of", "corner_of")):
            assert not RELATIONS[name].holds(one, (one,)), name


@given(one=outlines, other=outlines, name=st.sampled_from(sorted(CONVERSE)))
def test_asymmetry(one: Outline, other: Outline, name: str) -> None:
    relation = RELATIONS[name]
    allowed = one.distance(other) == 0.0  # a sliver of overlap is allowed on both sides
    assert allowed or not (relation.holds(one, (other,)) and relation.holds(other, (one,)))


@given(one=outlines, other=outlines, third=outlines, name=relations, dx=spots, dy=spots)
def test_invariance_under_translation(
    one: Outline, other: Outline, third: Outline, name: str, dx: float, dy: float
) -> None:
    relation = RELATIONS[name]
    targets = (other, third)[: relation.target_count]

    def shifted(outline: Outline) -> Outline:
        return Outline((outline.center[0] + dx, outline.center[1] - dy), outline.size)

    moved = tuple(shifted(target) for target in targets)
    for word in words(name):
        assert relation.correction(one, targets, word) == relation.correction(
            shifted(one), moved, word
        )


@given(one=outlines, other=outlines, third=outlines, name=relations)
def test_a_relation_at_a_distance_is_the_relation(
    one: Outline, other: Outline, third: Outline, name: str
) -> None:
    relation = RELATIONS[name]
    targets = (other, third)[: relation.target_count]
    for word in ("near", "medium"):
        if relation.takes_distance and relation.holds(one, targets, word):
            assert relation.holds(one, targets)


@given(inner=outlines, middle=outlines, outer=outlines)
def test_inside_is_transitive(inner: Outline, middle: Outline, outer: Outline) -> None:
    inside = RELATIONS["inside"]
    if inside.holds(inner, (middle,)) and inside.holds(middle, (outer,)):
        assert inside.holds(inner, (outer,))


@given(one=outlines, other=outlines)
def test_mirroring_swaps_right_and_left(one: Outline, other: Outline) -> None:
    def mirrored(outline: Outline) -> Outline:
        return Outline((256.0 - outline.center[0], outline.center[1]), outline.size)

    swap = {"right": "left", "left": "right"}
    for name in (*STRAIGHT, *DIAGONAL):
        word = next((w for w in swap if w in name), None)
        twin = name.replace(word, swap[word]) if word else name
        assert RELATIONS[name].holds(one, (other,)) == RELATIONS[twin].holds(
            mirrored(one), (mirrored(other),)
        )


@given(
    one=outlines, other=outlines, third=outlines, name=relations, word=st.sampled_from(["", "far"])
)
def test_corrections_hold_words_only(
    one: Outline, other: Outline, third: Outline, name: str, word: str
) -> None:
    relation = RELATIONS[name]
    text = relation.correction(one, (other, third)[: relation.target_count], word)
    assert not any(mark.isdigit() for mark in text)
    assert text == "" or len(text.split()) > 0


def right(gap: float, y: float = 128.0) -> Outline:
    """Return a 20 x 20 object whose left edge is ``gap`` right of the table's right edge."""
    return Outline((158.0 + gap + 10.0, y), (20.0, 20.0))


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
    assert RELATIONS["to_the_right_of"].correction(place, (TABLE,), distance) == way


def at(x: float, y: float, width: float = 20.0, height: float = 20.0) -> Outline:
    return Outline((x, y), (width, height))


@pytest.mark.parametrize(
    ("name", "place", "way"),
    [
        ("right_above", at(158.5, 117.5), ""),
        ("right_above", at(157.5, 117.5), "further right"),
        ("right_above", at(157.5, 119.5), "further right and up"),
        ("right_above", at(228.5, 117.0), "closer"),
        ("on", at(128.0, 106.0), ""),
        ("on", at(128.0, 105.5), "further down"),
        ("on", at(158.0, 108.0), ""),
        ("on", at(158.5, 108.0), "further left"),
        ("near", at(188.0, 128.0), ""),
        ("near", at(188.5, 128.0), "closer"),
        ("far_from", at(218.0, 128.0), "further away"),
        ("far_from", at(218.5, 128.0), ""),
        ("inside", at(128.0, 128.0, 60.0, 20.0), ""),
        ("inside", at(129.0, 128.0, 60.0, 20.0), "further left"),
        ("inside", at(128.0, 128.0, 62.0, 20.0), "elsewhere, it is too large to fit in"),
        ("left_edge_of", at(128.0 - 30.0 + 20.0 + 5.0, 128.0, 10.0, 10.0), ""),
        ("left_edge_of", at(128.0 - 30.0 + 20.5 + 5.0, 128.0, 10.0, 10.0), "further left"),
        ("center_of", at(138.0, 128.0, 10.0, 10.0), ""),
        ("center_of", at(138.5, 128.0, 10.0, 10.0), "further left"),
        ("in_row_with", at(200.0, 132.0), ""),
        ("in_row_with", at(200.0, 132.5), "further up"),
        ("in_column_with", at(128.0, 140.0), "further away"),
        ("around", at(128.0, 90.0), ""),
        ("around", at(250.0, 128.0), "closer"),
    ],
)
def test_near_misses_of_the_other_relations(name: str, place: Outline, way: str) -> None:
    assert RELATIONS[name].correction(place, (TABLE,)) == way


@pytest.mark.parametrize(
    ("place", "way"),
    [
        (at(128.0, 128.0), ""),
        (at(128.0, 137.9), ""),
        (at(128.0, 138.1), "further up"),
        (at(30.0, 128.0), "further right"),
    ],
)
def test_near_misses_between(place: Outline, way: str) -> None:
    assert RELATIONS["between"].correction(place, (at(40.0, 128.0), at(216.0, 128.0))) == way


def test_around_takes_the_sides_that_are_free() -> None:
    relation = RELATIONS["around"]
    chairs: list[Outline] = []
    for _ in range(4):
        wanted = Wanted(
            size=(20.0, 20.0), targets=(TABLE,), distance="near", companions=tuple(chairs)
        )
        chairs.append(next(relation.places(wanted)))
    assert len({chair.center for chair in chairs}) == 4
    full = Wanted(size=(20.0, 20.0), targets=(TABLE,), distance="near", companions=tuple(chairs))
    assert not list(relation.places(full))


def test_near_and_aligned_keep_the_side_where_the_object_is() -> None:
    left = at(20.0, 128.0)
    for name, distance in (("near", ""), ("in_row_with", "near")):
        wanted = Wanted(size=left.size, targets=(TABLE,), distance=distance, now=left)
        assert next(RELATIONS[name].places(wanted)).center[0] < 100.0


@pytest.mark.parametrize(
    ("turn", "relation", "seen"),
    [
        (0.0, "in_front_of", "in_front_of"),
        (0.0, "to_the_right_of", "to_the_left_of"),
        (90.0, "in_front_of", "to_the_right_of"),
        (90.0, "to_the_right_of", "in_front_of"),
        (90.0, "to_the_left_of", "behind"),
        (180.0, "in_front_of", "behind"),
        (180.0, "to_the_right_of", "to_the_right_of"),
        (270.0, "behind", "to_the_right_of"),
    ],
)
def test_words_as_an_object_means_them(turn: float, relation: str, seen: str) -> None:
    assert seen_relation(relation, turn, "ground") == seen


@pytest.mark.parametrize("turn", [0.0, 90.0, 180.0, 270.0])
def test_the_four_words_of_an_object_are_four_directions(turn: float) -> None:
    assert len({seen_relation(name, turn, "ground") for name in FRAMED}) == 4


def test_a_centre_within_the_targets_extent_is_level_however_near() -> None:
    tall = Outline((128.0, 128.0), (20.0, 160.0))
    beside = Outline((128.0 + 10.0 + 10.0, 128.0 + 79.0), (20.0, 20.0))
    assert RELATIONS["to_the_right_of"].holds(beside, (tall,))
    lower = Outline((beside.center[0], 128.0 + 81.0), beside.size)
    assert RELATIONS["to_the_right_of"].correction(lower, (tall,)) == "further up"


@pytest.mark.parametrize(
    ("gap", "word"),
    [(-5.0, "near"), (20.0, "near"), (20.5, "medium"), (50.0, "medium"), (50.5, "far")],
)
def test_every_gap_has_one_word(gap: float, word: str) -> None:
    assert distance_word(gap) == word
    assert sum(DISTANCES[name].covers(gap) for name in DISTANCES) == 1
