"""Metrics by hand-made episodes, and control experiments."""

from __future__ import annotations

import math

import pytest
from eyehand_core.intervals import Mean, Share, paired_difference
from eyehand_core.layout.measure.consistency import layout_iou, position_spread
from eyehand_core.layout.measure.correction import ErrorKind, first_error, repeats
from eyehand_core.layout.measure.counterfactual import CHANGES, contrast, pair_of
from eyehand_core.layout.measure.metrics import measure
from eyehand_core.layout.measure.variants import perturbed
from eyehand_core.layout.play import Table, play
from eyehand_core.layout.scene import LayoutObject, LayoutScene
from eyehand_core.layout.solver import solve
from eyehand_core.layout.task import initial_scene
from hypothesis import given
from hypothesis import strategies as st
from test_layout_play import CUP, LIBRARY, MOVE, PLACE, RIGHT, played, says


@given(total=st.integers(1, 2000), share=st.floats(0.0, 1.0))
def test_wilson_intervals_hold_the_share_and_shrink(total: int, share: float) -> None:
    counted = Share(count=round(share * total), total=total)
    low, high = counted.interval or (0.0, 0.0)
    value = counted.value
    assert value is not None
    assert 0.0 <= low <= value <= high <= 1.0
    larger = Share(count=counted.count * 4, total=total * 4).interval
    assert larger is not None
    assert larger[1] - larger[0] < high - low


def test_published_values_of_the_wilson_interval() -> None:
    low, high = Share(count=0, total=10).interval or (1.0, 0.0)
    assert (low, high) == (0.0, pytest.approx(0.2775, abs=1e-4))
    low, high = Share(count=5, total=10).interval or (1.0, 0.0)
    assert (low, high) == (pytest.approx(0.2366, abs=1e-4), pytest.approx(0.7634, abs=1e-4))
    assert Share(count=0, total=0).value is None
    assert Mean(values=()).interval is None


def test_metrics_of_known_episodes() -> None:
    leak = {**PLACE, "x": 3}
    traces = [
        played(PLACE, RIGHT),  # wrong, then corrected: 2 steps
        played(PLACE, PLACE, MOVE, MOVE, MOVE),  # duplicate name, then the same move twice
        played(leak, PLACE, RIGHT),  # a leak, repaired
    ]
    values = measure(traces).values
    counts = {n: (v.count, v.total) for n, v in values.items() if isinstance(v, Share)}
    assert counts["success rate"] == (2, 3)
    assert values["mean steps"].value == 2.0
    assert counts["legal-action rate"] == (8, 9)
    assert counts["first-reply legal rate"] == (7, 9)
    assert counts["relation accuracy"] == (2, 3)
    assert counts["correction success rate"] == (2, 3)
    assert counts["damage rate"] == (0, 9)
    assert counts["coordinate leaks"] == (1, 10)
    assert counts["repeat rate"] == (2, 9)
    assert values["mean score"].value == pytest.approx((1.0 + 0.2 + 1.0) / 3.0)


def test_first_errors() -> None:
    wrong = first_error(played(PLACE, RIGHT))
    assert wrong is not None
    assert (wrong.index, wrong.kind, wrong.corrected) == (0, ErrorKind.UNMET, True)
    right = {**PLACE, "relation": "to_the_right_of"}
    assert first_error(played(right)) is None
    illegal = first_error(played({**MOVE, "object": "sofa"}, right))
    assert illegal is not None
    assert (illegal.kind, illegal.corrected) == (ErrorKind.ILLEGAL, True)
    last = first_error(played(PLACE))
    assert last is not None
    assert last.corrected is None


def test_repeating_without_effect_is_counted() -> None:
    assert repeats(played(PLACE, MOVE, MOVE, MOVE)) == 2


def scene(*centers: tuple[float, float]) -> LayoutScene:
    things = tuple(
        LayoutObject(name=f"o{index}", category="o", center=center)
        for index, center in enumerate(centers)
    )
    return LayoutScene(plane="ground", objects=things)


def test_consistency_by_hand() -> None:
    one, shifted, poor = scene((50, 50), (150, 50)), scene((65, 50), (150, 50)), scene((50, 50))
    assert layout_iou([one, one]).value == pytest.approx(1.0)
    assert layout_iou([one, shifted]).value == pytest.approx((1.0 / 3.0 + 1.0) / 2.0)
    assert layout_iou([one, poor]).value == pytest.approx(0.5)
    assert position_spread([one, one]).value == 0.0
    assert position_spread([one, shifted]).values == pytest.approx((15.0 / math.sqrt(2.0), 0.0))


def test_consistency_of_repeated_runs_only() -> None:
    values = measure([played(PLACE, RIGHT), played(PLACE, RIGHT)]).values
    assert values["layout IoU"].value == pytest.approx(1.0)
    assert measure([played(PLACE)]).values["layout IoU"].value is None


def test_paired_differences() -> None:
    difference = paired_difference([1.0, 1.0, 0.0], [0.0, 1.0, 0.0])
    assert difference.value == pytest.approx(-1.0 / 3.0)
    with pytest.raises(ValueError, match="shorter"):
        paired_difference([1.0], [])


def test_perturbed_scenes_differ_and_can_be_solved() -> None:
    task = LIBRARY.load("place_keep_1_01")
    variants = [perturbed(task, number, 1000) for number in range(5)]
    scenes = {initial_scene(variant, 1000).digest() for variant in variants if variant}
    assert len(scenes) == 5
    assert initial_scene(task, 1000).digest() not in scenes
    for variant in variants:
        assert variant is not None
        assert solve(variant, 1000)


def test_counterfactual_pairs_show_who_does_not_listen() -> None:
    pairs = [pair for change in CHANGES if (pair := pair_of(CUP, change, 1000))]
    assert [(pair.change, pair.new.relation) for pair in pairs] == [
        ("compound", "right_above"),
        ("opposite", "to_the_left_of"),
    ]
    assert pairs[0].changed.goal == "Put the cup to the right of and above the table."
    stubborn = {**PLACE, "relation": "to_the_right_of"}
    originals = [play(Table(pair.original, 1000), says(stubborn)) for pair in pairs]
    changed = [play(Table(pair.changed, 1000), says(stubborn)) for pair in pairs]
    result = contrast(pairs, originals, changed)
    assert (result.original.count, result.changed.count) == (2, 0)
    assert result.difference.value == -1.0
    assert result.old_relation_kept.count == 2
    assert result.missed["above"].count == 1
    assert result.missed["to_the_right_of"].count == 0
    assert result.missed["to_the_left_of"].count == 1
