"""What an agent may see of one turn. Built by the referee; nothing else reaches a policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from eyehand_core.world_state import ArmState


@dataclass(frozen=True, kw_only=True)
class View:
    """One image of an observation.

    Attributes:
        name: name of the view, for example ``center_high`` or ``view_topdown``.
        jpeg: encoded image.
        stamp: world time at which it was rendered or exposed [s].
    """

    name: str
    jpeg: bytes
    stamp: float


@dataclass(frozen=True, kw_only=True)
class Feedback:
    """Answer to the last action.

    Attributes:
        action_valid: it passed the geometric gate; True before the first action.
        plan_success: it was planned and executed to the end; True before the first action.
        text: layout feedback or, where the condition shows it, the refusal reason.
    """

    action_valid: bool = True
    plan_success: bool = True
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Observation:
    """All that an agent may see of one turn.

    Attributes:
        episode_id: identifies the episode.
        kind: ``manipulation`` or ``layout``.
        instruction: goal sentence.
        step: environment steps charged so far.
        budget: environment steps allowed.
        views: images, the current view last.
        active_arm: arm of a one-arm task, ``both`` of a two-arm task, empty for layout.
        arms: proprioception of the arms that the task uses; apertures are 1 for open and 0 for
            not open, since the exact one would tell whether something is held.
        scene_text: layout scene in relational words, where the task shows it.
        subgoal: name of the next subtask, where the condition shows it.
        feedback: answer to the last action.
        executed: canonical JSON of every action that cost a step.
        allowed_actions: names of the actions that are admissible now.
    """

    episode_id: str
    kind: str
    instruction: str
    step: int
    budget: int
    views: tuple[View, ...]
    active_arm: str
    arms: Mapping[str, ArmState] = field(default_factory=dict)
    scene_text: str = ""
    subgoal: str = ""
    feedback: Feedback = field(default_factory=Feedback)
    executed: tuple[str, ...] = ()
    allowed_actions: tuple[str, ...] = ()
