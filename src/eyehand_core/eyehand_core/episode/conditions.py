"""Observation conditions: what is offered to the agent besides task and proprioception.

A condition is part of the identity of a result. Names and meaning follow VA-Bench
(arXiv 2609.19554) where it has them.
"""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.registry import Registry
from eyehand_core.views import NAMED_VIEWS


@dataclass(frozen=True, kw_only=True)
class Condition:
    """One observation condition.

    Attributes:
        camera: the agent may move the camera and sees its current view.
        passive_views: named views attached to every turn, before the current view.
        shows_reason: feedback says in one sentence why an action was refused or failed.
    """

    camera: bool = True
    passive_views: tuple[str, ...] = ()
    shows_reason: bool = False

    @property
    def views_per_turn(self) -> int:
        """Images of a turn: the passive views and, if there is one, the current view."""
        return len(self.passive_views) + self.camera


DEFAULT_CONDITION = "active"

CONDITIONS: Registry[Condition] = Registry("condition")
CONDITIONS.add(DEFAULT_CONDITION, Condition())
CONDITIONS.add("passive_five", Condition(camera=False, passive_views=tuple(NAMED_VIEWS)))
CONDITIONS.add("active_plus_passive", Condition(passive_views=tuple(NAMED_VIEWS)))
CONDITIONS.add("attended", Condition(shows_reason=True))
