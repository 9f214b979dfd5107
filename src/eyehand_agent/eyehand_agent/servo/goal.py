"""What a goal sentence asks for: an action, the thing it is done to, and where that thing goes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from eyehand_core.errors import ConfigError

from eyehand_agent.servo.colors import COLORS

_THING = r"the (?P<{0}>(?:[a-z]+ )*?[a-z]+)"
_END = r"(?= with\b| and\b| from\b| that\b| by\b|[,.;]|$)"
_GRASP = re.compile(rf"\b(?:grasp|pick up) {_THING.format('thing')}{_END}")
_PRESS = re.compile(rf"\bpress (?:the top centre of )?{_THING.format('thing')}{_END}")
_PLACE = re.compile(rf"\bput (?:it|them) (?P<how>inside|into|on) {_THING.format('place')}{_END}")
_INTO = ("inside", "into")


@dataclass(frozen=True, kw_only=True)
class Thing:
    """Something that the goal names.

    Attributes:
        words: its noun with adjectives, for example ``red cube``.
        color: a key of ``COLORS``; empty if the goal names none.
    """

    words: str
    color: str = ""


@dataclass(frozen=True, kw_only=True)
class Goal:
    """What shall be done.

    Attributes:
        skill: ``grasp``, ``press`` or ``place``.
        thing: what is grasped or pressed.
        place: where it goes; None unless the skill is ``place``.
        into: the place is a container.
    """

    skill: str
    thing: Thing
    place: Thing | None = None
    into: bool = False


def read_goal(sentence: str) -> Goal:
    """Return what a goal sentence asks for.

    Raises:
        ConfigError: it asks for nothing that this policy knows.
    """
    text = " ".join(sentence.lower().split())
    press, grasp, place = _PRESS.search(text), _GRASP.search(text), _PLACE.search(text)
    if press:
        return Goal(skill="press", thing=_thing(press["thing"]))
    if grasp and place:
        return Goal(
            skill="place",
            thing=_thing(grasp["thing"]),
            place=_thing(place["place"]),
            into=place["how"] in _INTO,
        )
    if grasp:
        return Goal(skill="grasp", thing=_thing(grasp["thing"]))
    raise ConfigError(
        f"servo cannot read the goal {sentence!r}; it knows 'grasp the …', 'press the …' and "
        "'pick up the … and put it on|inside the …'; choose another task or agent"
    )


def _thing(words: str) -> Thing:
    named = [word for word in words.split() if word in COLORS]
    return Thing(words=words, color=named[0] if named else "")
