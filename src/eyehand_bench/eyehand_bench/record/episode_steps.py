"""The decisions of a record with the pictures that they were taken on."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eyehand_core.views import ACTIVE_CAMERA_FRAME

from eyehand_bench.record import topics
from eyehand_bench.record.bag_reader import BagReader


@dataclass(frozen=True, kw_only=True)
class EpisodeStep:
    """One decision.

    Attributes:
        images: what the agent saw before it, encoded: the current view, or the fixed views if
            there was none.
        record: the DecisionRecord.
        budget: environment steps allowed.
    """

    images: tuple[bytes, ...]
    record: Any
    budget: int


@dataclass(frozen=True, kw_only=True)
class EpisodeStory:
    """What happened in an episode, for the eye.

    Attributes:
        state: the last EpisodeState.
        steps: decisions in order.
        last_images: what the world looked like at the end.
    """

    state: Any
    steps: tuple[EpisodeStep, ...]
    last_images: tuple[bytes, ...]


def read_story(bag: Path) -> EpisodeStory | None:
    """Return the story of a bag; None if it holds no episode."""
    state: Any = None
    decisions: list[Any] = []
    frames: dict[str, list[bytes]] = defaultdict(list)
    names = (topics.EPISODE, topics.DECISIONS, topics.IMAGES)
    for item in BagReader(bag).typed_messages(*(f"/{name}" for name in names)):
        if item.topic == f"/{topics.EPISODE}":
            state = item.message
        elif item.topic == f"/{topics.DECISIONS}":
            decisions.append(item.message)
        else:
            frames[item.message.header.frame_id].append(bytes(item.message.data))
    if state is None:
        return None
    steps: list[EpisodeStep] = []
    for record in decisions:
        seen = steps[-1].record.step if steps else 0
        images = _observation(frames, int(seen))
        steps.append(EpisodeStep(images=images, record=record, budget=int(state.budget)))
    last = int(decisions[-1].step) if decisions else 0
    return EpisodeStory(state=state, steps=tuple(steps), last_images=_observation(frames, last))


def _observation(frames: dict[str, list[bytes]], charged: int) -> tuple[bytes, ...]:
    """Return the pictures of the turn after ``charged`` steps.

    Every charged step is followed by one new picture of each frame, so the number of steps
    counts the pictures too; a refused text brings none.
    """
    shown = [ACTIVE_CAMERA_FRAME] if ACTIVE_CAMERA_FRAME in frames else sorted(frames)
    return tuple(frames[frame][charged] for frame in shown if charged < len(frames[frame]))
