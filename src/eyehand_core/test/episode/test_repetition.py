"""The same action failing three times in a row is noticed once, whatever reason is given."""

from __future__ import annotations

import json

import pytest
from eyehand_core.episode.repetition import RepeatedFailures

UP = {"action": "gripper.move_world", "axis": "z", "sign": "+", "distance_mm": 90}
DOWN = {**UP, "sign": "-"}


def noted(*actions: tuple[dict[str, object], bool]) -> list[bool]:
    """Return what is said about each action; every one gives another reason."""
    failures = RepeatedFailures()
    return [
        failures.add(json.dumps({**action, "reason": f"try {number}"}), succeeded=succeeded)
        for number, (action, succeeded) in enumerate(actions)
    ]


@pytest.mark.parametrize(
    ("actions", "where"),
    [
        ([(UP, False)] * 3, [2]),
        ([(UP, False)] * 5, [2]),
        ([(UP, False), (UP, False), (DOWN, False), (UP, False)], []),
        ([(UP, False), (UP, False), (UP, True), (UP, False)], []),
        ([(UP, True)] * 4, []),
        ([(UP, False)] * 3 + [(UP, True)] + [(UP, False)] * 3, [2, 6]),
        ([(UP, False), (DOWN, False), (DOWN, False), (DOWN, False)], [3]),
    ],
)
def test_three_failures_in_a_row(
    actions: list[tuple[dict[str, object], bool]], where: list[int]
) -> None:
    assert [place for place, said in enumerate(noted(*actions)) if said] == where


def test_texts_that_are_no_action_are_none() -> None:
    failures = RepeatedFailures()
    assert not any(failures.add("", succeeded=False) for _ in range(4))
