"""Uniformly drawn legal layout actions: the strictest baseline that knows nothing of the goal."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from eyehand_core.decisions.grammar import Grammar
from eyehand_core.decisions.layout_action import LayoutAction
from eyehand_core.layout.actions import LayoutHistory
from eyehand_core.layout.resolver import IllegalAction

_DRAWS = 60


@dataclass(frozen=True)
class Drawn:
    """A drawn action and what it leads to.

    Attributes:
        action: the action.
        history: the scenes after it; the same as before if it was illegal after all.
    """

    action: LayoutAction
    history: LayoutHistory


def random_action(grammar: Grammar, history: LayoutHistory, rng: Random) -> Drawn:
    """Draw layout actions until one is legal.

    Whether an action is legal is found out on the true scene, so that every step of this baseline
    changes something; after 60 illegal draws the last one stands.

    Args:
        grammar: what may be drawn; layout actions only.
        history: the scenes so far.
        rng: source of chance.
    """
    for _ in range(_DRAWS):
        action = _draw(grammar, rng)
        result = history.apply(action)
        if not isinstance(result, IllegalAction):
            return Drawn(action, result)
    return Drawn(action, history)


def _draw(grammar: Grammar, rng: Random) -> LayoutAction:
    form = rng.choice(grammar.forms)
    action = form.read(form.sample(rng))
    assert isinstance(action, LayoutAction)
    return action
