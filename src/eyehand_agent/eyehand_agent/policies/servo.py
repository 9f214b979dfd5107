"""Policy ``servo``: classical vision and uncalibrated visual servoing, no model of language."""

from __future__ import annotations

from eyehand_core.decisions.decision import Stop
from eyehand_core.observation import Observation

from eyehand_agent.policies.policy import POLICIES, PolicyContext, PolicyKind
from eyehand_agent.servo.attempts import play
from eyehand_agent.servo.hand import Hand, Skill


class ServoPolicy:
    """Plays one episode from what a model is shown: pictures, proprioception, goal and feedback.

    Args:
        context: settings: ``finger_reach_mm``.
    """

    def __init__(self, context: PolicyContext) -> None:
        self._reach = float(context.settings["finger_reach_mm"]) / 1000.0
        self._play: Skill[str] | None = None

    def decide(self, observation: Observation, error: str) -> str:
        """Return the next decision, or stop once no attempt is left.

        Raises:
            ConfigError: the goal asks for nothing that this policy can do.
        """
        try:
            if self._play is None:
                self._play = play(Hand(observation, self._reach))
                return next(self._play)
            return self._play.send(observation)
        except StopIteration as end:
            return Stop(reason=end.value).to_json()


POLICIES.add("servo", PolicyKind(build=ServoPolicy, kinds=("manipulation",)))
