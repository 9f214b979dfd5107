"""Playing an episode: recognise, try, and try again from the start posture."""

from __future__ import annotations

from eyehand_agent.servo.goal import read_goal
from eyehand_agent.servo.hand import Hand, Skill
from eyehand_agent.servo.lost_sight import LostSightError
from eyehand_agent.servo.sight import recognise
from eyehand_agent.servo.skills import SKILLS
from eyehand_agent.servo.survey import Survey

ATTEMPTS = 3


def play(hand: Hand) -> Skill[str]:
    """Try the skill that the goal asks for until the episode ends; return why it was given up.

    An episode ends by itself at success, so a skill that comes to its end has failed.

    Raises:
        ConfigError: the goal asks for nothing that is known.
    """
    goal = read_goal(hand.observation.instruction)
    home, axes = hand.center, hand.axes
    failure = ""
    try:
        survey = Survey(hand, recognise(hand.pictures, goal))
    except LostSightError as lost:
        return str(lost)
    for attempt in range(ATTEMPTS):
        if attempt:
            yield from hand.retreat(home, axes)
        try:
            yield from SKILLS[goal.skill](hand, survey, goal)
            failure = "the goal was not reached"
        except LostSightError as lost:
            failure = str(lost)
    return f"{ATTEMPTS} attempts failed; the last one: {failure}"
