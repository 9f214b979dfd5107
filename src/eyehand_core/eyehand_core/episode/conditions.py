"""Observation conditions: what is offered to the agent besides task and proprioception.

A condition is part of the identity of a result. Names and meaning follow VA-Bench
(arXiv 2609.19554) where it has them.
"""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.errors import UnknownNameError
from eyehand_core.layout.feedback import DEFAULT_LEVEL
from eyehand_core.registry import Registry
from eyehand_core.views import NAMED_VIEWS


@dataclass(frozen=True, kw_only=True)
class Condition:
    """One observation condition.

    Attributes:
        camera: the agent may move the camera and sees its current view.
        passive_views: named views attached to every turn, before the current view.
        shows_reason: feedback says in one sentence why an action was refused or failed.
        kinds: kinds of task that it is made for.
        scene_text: the agent reads the scene in relational words, where the task has them.
        feedback: level of the words about what is wrong in a layout.
    """

    camera: bool = True
    passive_views: tuple[str, ...] = ()
    shows_reason: bool = False
    kinds: tuple[str, ...] = ("manipulation",)
    scene_text: bool = True
    feedback: str = DEFAULT_LEVEL

    @property
    def views_per_turn(self) -> int:
        """Images of a turn: the passive views and, if there is one, the current view."""
        return len(self.passive_views) + self.camera


DEFAULT_CONDITION = "active"

CONDITIONS: Registry[Condition] = Registry("condition")
CONDITIONS.add(DEFAULT_CONDITION, Condition(kinds=("manipulation", "layout")))
CONDITIONS.add("passive_five", Condition(camera=False, passive_views=tuple(NAMED_VIEWS)))
CONDITIONS.add("active_plus_passive", Condition(passive_views=tuple(NAMED_VIEWS)))
CONDITIONS.add("attended", Condition(shows_reason=True))
_LAYOUT = ("layout",)
CONDITIONS.add("feedback_none", Condition(kinds=_LAYOUT, feedback="none"))
CONDITIONS.add("feedback_success", Condition(kinds=_LAYOUT, feedback="success"))
CONDITIONS.add("feedback_text", Condition(kinds=_LAYOUT, feedback="text"))
CONDITIONS.add("image_only", Condition(kinds=_LAYOUT, scene_text=False))
CONDITIONS.add("text_only", Condition(kinds=_LAYOUT, camera=False))


def condition_for(kind: str, name: str) -> Condition:
    """Return a condition for a kind of task.

    Raises:
        UnknownNameError: there is no such condition for that kind; lists those that there are.
    """
    fitting = [other for other in CONDITIONS if kind in CONDITIONS[other].kinds]
    if name not in fitting:
        raise UnknownNameError(f"condition of a {kind} task", name, fitting)
    return CONDITIONS[name]
