"""Scripted agents that make one typical mistake, for the verification tasks."""

from __future__ import annotations

import json
from collections.abc import Iterator

from eyehand_core.layout.play import Decide
from eyehand_core.observation import Observation


def script(*decisions: dict[str, object]) -> Decide:
    """Return an agent that says these decisions in order and repeats the last one."""
    texts: Iterator[str] = iter([json.dumps(decision) for decision in decisions])
    last = json.dumps(decisions[-1])

    def decide(observation: Observation, error: str) -> str:
        return next(texts, last)

    return decide


def _move(name: str, relation: str, target: str, distance: str) -> dict[str, object]:
    words = {"relation": relation, "relation_target": target, "distance": distance}
    return {"action": "move", "object": name, **words}


def _place(name: str, relation: str, target: str, distance: str) -> dict[str, object]:
    return {**_move(name, relation, target, distance), "action": "place", "category": name}


def corrects_a_wrong_move() -> Decide:
    """Return an agent that moves the box below the circle first, then above it."""
    return script(_move("box", "below", "circle", "near"), _move("box", "above", "circle", "near"))


def never_sets_a_constraint() -> Decide:
    """Return an agent that places the lamp twice and then only changes its distance."""
    left = ("lamp", "to_the_left_of", "desk")
    return script(
        _place(*left, "medium"),
        _place(*left, "medium"),
        _move(*left, "medium"),
        _move(*left, "far"),
        _move(*left, "medium"),
    )
