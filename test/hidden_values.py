"""What must not reach a model, taken from the privileged topics of a running episode."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from eyehand_agent.testing.request_content import pictures_of, texts
from rclpy.node import Node

from eyehand_interfaces.msg import (
    ArmStates,
    DecisionRecord,
    EpisodeState,
    ObjectStates,
    PredicateStates,
)
from eyehand_nodekit import qos

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_TOLERANCE_M = 0.0006
"""So that a position rounded to whole millimetres is still recognised."""


@dataclass
class HiddenValues:
    """Listens to one episode at a time.

    Attributes:
        words: texts that must not be told, by what they are.
        positions: horizontal positions of objects, in the world and from a grip centre [m].
    """

    words: dict[str, str] = field(default_factory=dict)
    positions: dict[str, tuple[float, float]] = field(default_factory=dict)
    planner_messages: dict[str, str] = field(default_factory=dict)

    def listen(self, node: Node) -> None:
        """Follow the privileged topics."""
        for kind, topic, take, quality in (
            (ObjectStates, "world/objects", self._take_objects, qos.STATES),
            (ArmStates, "arms", self._take_arms, qos.STATES),
            (PredicateStates, "predicates", self._take_predicates, qos.EVENTS),
            (DecisionRecord, "decisions", self._take_decision, qos.EVENTS),
            (EpisodeState, "episode", self._take_state, qos.LATCHED),
        ):
            node.create_subscription(kind, topic, take, quality)
        self._centers: dict[str, tuple[float, float]] = {}

    def begin(self) -> None:
        """Forget the episode before."""
        self.words, self.positions, self.planner_messages = {}, {}, {}

    def _take_objects(self, message: Any) -> None:
        for item in message.objects:
            here = item.pose.position
            self.positions[f"pose of {item.name}"] = (here.x, here.y)
            for arm, center in self._centers.items():
                offset = (here.x - center[0], here.y - center[1])
                self.positions[f"{item.name} from the {arm} hand"] = offset

    def _take_arms(self, message: Any) -> None:
        for arm in message.arms:
            here = arm.grip_center
            self._centers[arm.name] = (here.x, here.y)

    def _take_predicates(self, message: Any) -> None:
        for item in message.terms:
            self.words[f"predicate {item.term}"] = item.term

    def _take_decision(self, message: Any) -> None:
        for what, text in (("code", message.code), ("detail", message.detail)):
            if text and message.admissible:
                self.planner_messages[f"planner's {what} {text!r}"] = text

    def _take_state(self, message: Any) -> None:
        self.words["seed"] = str(message.seed)
        self.words["task"] = message.task
        self.words["file name"] = ".yaml"
        self.words["folder"] = "config/"
        self.words["episode"] = message.episode_id
        if message.digest:
            self.words["digest"] = message.digest


def leaks(request: Mapping[str, Any], hidden: HiddenValues) -> set[str]:
    """Return which hidden values are in a request, in its text or in the bytes of its images."""
    words = hidden.words | hidden.planner_messages
    said = "\n".join(_words(request))
    found = {what for what, word in words.items() if word in said}
    for picture in pictures_of(request):
        found |= {f"{what} in a picture" for what, w in words.items() if w.encode() in picture}
    return found | set(_told_positions(said, hidden.positions))


def _told_positions(text: str, positions: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    """Yield positions whose two numbers follow each other, in metres or millimetres."""
    numbers = [float(number) for number in _NUMBER.findall(text)]
    for first, second in zip(numbers, numbers[1:], strict=False):
        for unit in (1.0, 1000.0):
            for what, (x, y) in positions.items():
                near = (
                    abs(first / unit - x) < _TOLERANCE_M and abs(second / unit - y) < _TOLERANCE_M
                )
                if near:
                    yield what


def _words(request: Mapping[str, Any]) -> Iterator[str]:
    """Yield everything that is sent but the images."""
    yield json.dumps({name: value for name, value in request.items() if name != "messages"})
    yield from texts(request)
