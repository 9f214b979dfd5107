"""Policy ``servo``: classical vision and uncalibrated visual servoing, no model of language."""

from __future__ import annotations

from eyehand_core.decisions.decision import Stop
from eyehand_core.observation import Observation

from eyehand_agent.policies.policy import POLICIES, PolicyContext, PolicyKind
from eyehand_agent.servo.goal import read_goal
from eyehand_agent.servo.hand import Hand, Skill
from eyehand_agent.servo.sight import LostSightError, recognise
from eyehand_agent.servo.skills import SKILLS
from eyehand_agent.servo.survey import Survey


class ServoPolicy:
    """Plays one episode from what a model is shown: pictures, proprioception, goal and feedback.

    Args:
        context: settings: ``finger_reach_mm``.
    """

    def __init__(self, context: PolicyContext) -> None:
        self._reach = float(context.settings.get("finger_reach_mm", 46.0)) / 1000.0
        self._skill: Skill[None] | None = None
        self._text = ""

    def decide(self, observation: Observation, error: str) -> str:
        """Return the next decision of the skill that the goal asks for; stop after its end."""
        try:
            if self._skill is None:
                self._skill = _play(observation, self._reach)
                self._text = next(self._skill)
            else:
                self._text = self._skill.send(observation)
        except StopIteration:
            self._text = Stop(reason="the skill has ended").to_json()
        except LostSightError as lost:
            self._text = Stop(reason=str(lost)).to_json()
        return self._text


def _play(observation: Observation, reach: float) -> Skill[None]:
    goal = read_goal(observation.instruction)
    hand = Hand(observation, reach)
    survey = Survey(hand, recognise(hand.picture, goal))
    yield from SKILLS[goal.skill](hand, survey, goal)


POLICIES.add("servo", PolicyKind(build=ServoPolicy))
