"""An observation condition: what is offered to the agent besides task and proprioception.

A condition is part of the identity of a result. Names and meaning follow VA-Bench
(arXiv 2609.19554) where it has them.
"""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.camera_rig import CameraRig
from eyehand_core.depth_range import DepthRange
from eyehand_core.layout.feedback import DEFAULT_LEVEL

KINDS = ("manipulation", "layout")
"""Kinds of task that a condition can be made for."""

DEFAULT_CONDITION = "active"


@dataclass(frozen=True, kw_only=True)
class Condition:
    """One observation condition; without arguments the default one.

    Attributes:
        name: name of its file, with the aids behind it.
        meaning: one sentence for people.
        kinds: kinds of task that it is made for.
        rules: sentences that a model reads beside the rules of the protocol.
        camera: the agent may move the camera and sees its current view.
        passive_views: named views attached to every turn, before the current view.
        explains_views: a fixed sentence beside each passive view says where it looks from.
        most_diagnostic_only: of the passive views only the one that shows target and fingers best.
        depth: a depth picture stands before each picture, with this range; None without.
        rig: what carries the camera; None for one without a body, whose views change at once.
        shows_reason: feedback says in one sentence why an action was refused or failed.
        scene_text: the agent reads the scene in relational words, where the task has them.
        feedback: level of the words about what is wrong in a layout.
        hints: the prompt gives working rules, not the protocol alone.
        subgoal: the first stage of the task that has not been reached is named in every turn.
        tools: the free tools are offered where the kind of task has them.
        summary: who wrote the summary of a demonstration that the agent reads: ``own`` for the
            agent's model, ``expert``, or the name of another model; empty without a summary.
        recalls: the agent reads similar layouts that were arranged before.
    """

    name: str = DEFAULT_CONDITION
    meaning: str = ""
    kinds: tuple[str, ...] = KINDS
    rules: tuple[str, ...] = ()
    camera: bool = True
    passive_views: tuple[str, ...] = ()
    explains_views: bool = False
    most_diagnostic_only: bool = False
    depth: DepthRange | None = None
    rig: CameraRig | None = None
    shows_reason: bool = False
    scene_text: bool = True
    feedback: str = DEFAULT_LEVEL
    hints: bool = True
    subgoal: bool = False
    tools: bool = True
    summary: str = ""
    recalls: bool = False

    @property
    def views_per_turn(self) -> int:
        """Images of a turn: passive views, the current view, and a depth picture for each."""
        passive = 1 if self.most_diagnostic_only else len(self.passive_views)
        return (passive + self.camera) * (1 if self.depth is None else 2)

    @property
    def privileges(self) -> tuple[str, ...]:
        """What the agent gets that the information boundary else keeps from it, in words."""
        opened = {
            "a view chosen by the true state": self.most_diagnostic_only,
            "depth": self.depth is not None,
            "the executor's words": self.shows_reason,
            "the next subtask": self.subgoal,
        }
        return tuple(words for words, is_open in opened.items() if is_open)

    @property
    def world_services(self) -> tuple[str, ...]:
        """Services that a world has to offer for it, beyond pictures of any view."""
        needed = {
            "measure_visibility": self.most_diagnostic_only,
            "render_depth": self.depth is not None,
            "carry_camera": self.rig is not None,
        }
        return tuple(service for service, is_needed in needed.items() if is_needed)


ACTIVE = Condition()
"""The default condition."""
