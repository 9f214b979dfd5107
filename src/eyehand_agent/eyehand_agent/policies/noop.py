"""The no-op baseline: legal actions that change nothing. It must never succeed."""

from __future__ import annotations

import json

from eyehand_core.errors import ConfigError
from eyehand_core.observation import Observation

from eyehand_agent.policies.policy import POLICIES, PolicyKind

WITHOUT_EFFECT = ("gripper.open", "dual_gripper.open", "undo")
"""Opening a gripper that is open, and undoing when nothing has been done.

Camera actions would do as well, but at most five of them may follow each other.
"""


class NoopPolicy:
    """Repeats the one action without effect that the episode offers."""

    def decide(self, observation: Observation, error: str) -> str:
        """Return the action without effect.

        Raises:
            ConfigError: the episode offers none.
        """
        for name in WITHOUT_EFFECT:
            if name in observation.allowed_actions:
                return json.dumps({"action": name, "reason": "change nothing"})
        raise ConfigError(
            f"this episode offers no action without effect; "
            f"the no-op baseline needs one of {', '.join(WITHOUT_EFFECT)}"
        )


POLICIES.add("noop", PolicyKind(build=lambda context: NoopPolicy()))
