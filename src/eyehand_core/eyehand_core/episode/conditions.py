"""Observation conditions: what is offered to the agent besides task and proprioception.

A condition is part of the identity of a result. Names and meaning follow VA-Bench
(arXiv 2609.19554) where it has them. What helps or hinders an agent besides its views is written
behind a plus sign, for example ``active+no_hints+own_summary``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from eyehand_core.errors import ConfigError, UnknownNameError
from eyehand_core.layout.feedback import DEFAULT_LEVEL
from eyehand_core.registry import Registry
from eyehand_core.views import NAMED_VIEWS


@dataclass(frozen=True, kw_only=True)
class Condition:
    """One observation condition.

    Attributes:
        camera: the agent may move the camera and sees its current view.
        passive_views: named views attached to every turn, before the current view.
        explains_views: a fixed sentence beside each passive view says where it looks from.
        shows_reason: feedback says in one sentence why an action was refused or failed.
        kinds: kinds of task that it is made for.
        scene_text: the agent reads the scene in relational words, where the task has them.
        feedback: level of the words about what is wrong in a layout.
        hints: the prompt gives working rules, not the protocol alone.
        tools: the free tools are offered where the kind of task has them.
        summary: who wrote the summary of a demonstration that the agent reads: ``own`` for the
            agent's model, ``expert``, or the name of another model; empty without a summary.
        recalls: the agent reads similar layouts that were arranged before.
    """

    camera: bool = True
    passive_views: tuple[str, ...] = ()
    explains_views: bool = False
    shows_reason: bool = False
    kinds: tuple[str, ...] = ("manipulation",)
    scene_text: bool = True
    feedback: str = DEFAULT_LEVEL
    hints: bool = True
    tools: bool = True
    summary: str = ""
    recalls: bool = False

    @property
    def views_per_turn(self) -> int:
        """Images of a turn: the passive views and, if there is one, the current view."""
        return len(self.passive_views) + self.camera


DEFAULT_CONDITION = "active"

CONDITIONS: Registry[Condition] = Registry("condition")
CONDITIONS.add(DEFAULT_CONDITION, Condition(kinds=("manipulation", "layout")))
CONDITIONS.add("passive_five", Condition(camera=False, passive_views=tuple(NAMED_VIEWS)))
CONDITIONS.add(
    "passive_labelled",
    Condition(camera=False, passive_views=tuple(NAMED_VIEWS), explains_views=True),
)
CONDITIONS.add("active_plus_passive", Condition(passive_views=tuple(NAMED_VIEWS)))
CONDITIONS.add("attended", Condition(shows_reason=True))
_LAYOUT = ("layout",)
CONDITIONS.add("feedback_none", Condition(kinds=_LAYOUT, feedback="none"))
CONDITIONS.add("feedback_success", Condition(kinds=_LAYOUT, feedback="success"))
CONDITIONS.add("feedback_text", Condition(kinds=_LAYOUT, feedback="text"))
CONDITIONS.add("image_only", Condition(kinds=_LAYOUT, scene_text=False))
CONDITIONS.add("text_only", Condition(kinds=_LAYOUT, camera=False))


OWN_SUMMARY, EXPERT_SUMMARY = "own", "expert"


@dataclass(frozen=True, kw_only=True)
class Aid:
    """What is written behind a plus sign.

    Attributes:
        axis: aids of one axis exclude each other.
        apply: returns the changed condition, from the condition and the text behind the colon.
        argument: what has to stand behind a colon; empty if nothing may.
        kinds: kinds of task that it is made for.
    """

    axis: str
    apply: Callable[[Condition, str], Condition]
    argument: str = ""
    kinds: tuple[str, ...] = ("manipulation",)


AIDS: Registry[Aid] = Registry("aid behind a condition")
AIDS.add(
    "no_hints",
    Aid(
        axis="hints",
        apply=lambda condition, _: replace(condition, hints=False),
        kinds=("manipulation", "layout"),
    ),
)
AIDS.add("no_tools", Aid(axis="tools", apply=lambda condition, _: replace(condition, tools=False)))
AIDS.add(
    "own_summary",
    Aid(axis="summary", apply=lambda condition, _: replace(condition, summary=OWN_SUMMARY)),
)
AIDS.add(
    "expert_summary",
    Aid(axis="summary", apply=lambda condition, _: replace(condition, summary=EXPERT_SUMMARY)),
)
AIDS.add(
    "shared_summary",
    Aid(
        axis="summary",
        apply=lambda condition, author: replace(condition, summary=author),
        argument="the model that wrote it",
    ),
)
AIDS.add(
    "recall",
    Aid(
        axis="memory",
        apply=lambda condition, _: replace(condition, recalls=True),
        kinds=("layout",),
    ),
)
AXES = ("hints", "tools", "summary", "memory")
"""Order in which aids are written, so that a condition has one name."""


def condition_for(kind: str, name: str) -> Condition:
    """Return a condition for a kind of task.

    Args:
        kind: kind of task.
        name: a condition, and aids behind plus signs.

    Raises:
        UnknownNameError: there is no such condition or aid for that kind; lists those that there
            are.
        ConfigError: aids exclude each other, are not in their order, or lack their argument.
    """
    view, *aids = name.split("+")
    fitting = [other for other in CONDITIONS if kind in CONDITIONS[other].kinds]
    if view not in fitting:
        raise UnknownNameError(f"condition of a {kind} task", view, fitting)
    condition, places = CONDITIONS[view], []
    for text in aids:
        word, colon, argument = text.partition(":")
        aid = _aid(kind, word)
        if bool(colon and argument) != bool(aid.argument):
            usage = f"{word}:NAME, {aid.argument}" if aid.argument else word
            raise ConfigError(f"condition {name!r}: {text!r} has to be written {usage}")
        places.append(AXES.index(aid.axis))
        condition = aid.apply(condition, argument)
    if places != sorted(set(places)):
        raise ConfigError(
            f"condition {name!r}: at most one aid each for {', '.join(AXES)}, in this order"
        )
    return condition


def _aid(kind: str, word: str) -> Aid:
    fitting = [other for other in AIDS if kind in AIDS[other].kinds]
    if word not in fitting:
        raise UnknownNameError(f"aid of a {kind} task", word, fitting)
    return AIDS[word]
