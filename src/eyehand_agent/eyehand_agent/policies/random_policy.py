"""The random baseline: legal actions drawn uniformly, the same for each (task, seed)."""

from __future__ import annotations

from random import Random

from eyehand_core.observation import Observation

from eyehand_agent.policies.policy import POLICIES, PolicyContext, PolicyKind


class RandomPolicy:
    """Draws an environment action uniformly over those offered, then its fields.

    It never stops by itself and uses no tools: both would only shorten or delay its episodes.
    """

    def __init__(self, context: PolicyContext) -> None:
        self._grammar = context.grammar
        self._actions = {form.name for form in self._grammar.forms if form.kind.costs_step}
        self._rng = Random(context.chance)

    def decide(self, observation: Observation, error: str) -> str:
        """Return a random decision that is admissible now."""
        offered = [name for name in observation.allowed_actions if name in self._actions]
        return self._grammar.restricted(offered).sample(self._rng).to_json()


POLICIES.add("random", PolicyKind(build=RandomPolicy))
