"""The free tools of an episode: what they answer, from what the agent has been shown before."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.observation import Observation, View
from eyehand_core.registry import Registry
from eyehand_core.self_geometry import self_geometry


@dataclass(frozen=True, kw_only=True)
class ToolAnswer:
    """What a tool says.

    Attributes:
        text: for the model.
        views: images that go with it.
        when: words behind the name of each view.
    """

    text: str
    views: tuple[View, ...] = ()
    when: str = ""


@dataclass(frozen=True, kw_only=True)
class Memory:
    """What the agent has been shown.

    Attributes:
        observation: the present turn.
        seen: views of each earlier turn by step.
    """

    observation: Observation
    seen: Mapping[int, tuple[View, ...]]


Tool = Callable[[Memory, Mapping[str, Any]], ToolAnswer]
TOOLS: Registry[Tool] = Registry("tool")


@TOOLS.register("camera.history")
def recall(memory: Memory, args: Mapping[str, Any]) -> ToolAnswer:
    """Show the images of an earlier step again."""
    step = args["step"]
    if step in memory.seen:
        return ToolAnswer(
            text=f"Images of step {step}:", views=memory.seen[step], when=f"of step {step}"
        )
    known = f"0 to {max(memory.seen)}" if memory.seen else "none yet"
    return ToolAnswer(text=f"There is no earlier image of step {step}; earlier steps: {known}.")


@TOOLS.register("geometry.verify")
def verify(memory: Memory, args: Mapping[str, Any]) -> ToolAnswer:
    """State the self-geometry again: proprioception alone, nothing about objects."""
    arms = memory.observation.arms
    return ToolAnswer(text=json.dumps({name: self_geometry(arm) for name, arm in arms.items()}))
