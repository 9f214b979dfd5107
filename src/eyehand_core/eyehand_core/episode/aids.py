"""Aids: what helps or hinders an agent besides its views, written behind a plus sign.

For example ``active+no_hints+own_summary``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from eyehand_core.episode.condition import Condition
from eyehand_core.errors import ConfigError, UnknownNameError
from eyehand_core.registry import Registry

OWN_SUMMARY, EXPERT_SUMMARY = "own", "expert"


@dataclass(frozen=True, kw_only=True)
class Aid:
    """What is written behind a plus sign.

    Attributes:
        axis: aids of one axis exclude each other.
        meaning: half a sentence for people.
        apply: returns the changed condition, from the condition and the text behind the colon.
        argument: what has to stand behind a colon; empty if nothing may.
        kinds: kinds of task that it is made for.
    """

    axis: str
    meaning: str
    apply: Callable[[Condition, str], Condition]
    argument: str = ""
    kinds: tuple[str, ...] = ("manipulation",)


AIDS: Registry[Aid] = Registry("aid behind a condition")
AIDS.add(
    "no_hints",
    Aid(
        axis="hints",
        meaning="protocol and actions only: no working rules, no rules of the task",
        apply=lambda condition, _: replace(condition, hints=False),
        kinds=("manipulation", "layout"),
    ),
)
AIDS.add(
    "subgoal_hints",
    Aid(
        axis="subgoal",
        meaning="privileged: every turn names the first subtask that has not been reached",
        apply=lambda condition, _: replace(condition, subgoal=True),
    ),
)
AIDS.add(
    "no_tools",
    Aid(
        axis="tools",
        meaning="`camera.history` and `geometry.verify` are not offered",
        apply=lambda condition, _: replace(condition, tools=False),
    ),
)
AIDS.add(
    "own_summary",
    Aid(
        axis="summary",
        meaning="the summary of a demonstration that this model has written",
        apply=lambda condition, _: replace(condition, summary=OWN_SUMMARY),
    ),
)
AIDS.add(
    "expert_summary",
    Aid(
        axis="summary",
        meaning="the summary that a person has written, `config/summaries/<task>.yaml`",
        apply=lambda condition, _: replace(condition, summary=EXPERT_SUMMARY),
    ),
)
AIDS.add(
    "shared_summary",
    Aid(
        axis="summary",
        meaning="the summary that another model has written",
        apply=lambda condition, author: replace(condition, summary=author),
        argument="the model that wrote it",
    ),
)
AIDS.add(
    "recall",
    Aid(
        axis="memory",
        meaning="three similar layouts that were played before ([layout.md](layout.md#memory))",
        apply=lambda condition, _: replace(condition, recalls=True),
        kinds=("layout",),
    ),
)
AXES = ("hints", "subgoal", "tools", "summary", "memory")
"""Order in which aids are written, so that a condition has one name."""


def with_aids(condition: Condition, kind: str, aids: list[str]) -> Condition:
    """Return a condition with its aids applied and in its name.

    Args:
        condition: the one without aids.
        kind: kind of task.
        aids: each as written behind a plus sign.

    Raises:
        UnknownNameError: there is no such aid for that kind; lists those that there are.
        ConfigError: aids exclude each other, are not in their order, or lack their argument.
    """
    name, places = "+".join([condition.name, *aids]), []
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
    return replace(condition, name=name)


def _aid(kind: str, word: str) -> Aid:
    fitting = [other for other in AIDS if kind in AIDS[other].kinds]
    if word not in fitting:
        raise UnknownNameError(f"aid of a {kind} task", word, fitting)
    return AIDS[word]
