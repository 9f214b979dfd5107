"""The system prompt: declared sections, and the action table in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eyehand_core.decisions import Grammar
from eyehand_core.decisions.action_text import action_text
from eyehand_core.registry import Registry

from eyehand_agent.prompts.layout_sections import layout_sections
from eyehand_agent.prompts.manipulation_sections import manipulation_sections
from eyehand_agent.prompts.section import PromptSection

_ANSWER = PromptSection(
    title="Answer",
    lines=(
        "Answer every turn with exactly one JSON object, written as in the list of actions.",
        "Use only the names, words, fields and ranges listed there; unknown fields are errors.",
        'Numbers are plain JSON numbers. "reason" is one short sentence; it is only recorded.',
        "An answer that does not fit is returned with the mistake; you can then correct it.",
    ),
)


@dataclass(frozen=True, kw_only=True)
class PromptKind:
    """What one kind of task tells a model.

    Attributes:
        sections: makes, from the grammar, what is shown before the actions.
    """

    sections: Callable[[Grammar], tuple[PromptSection, ...]]


PROMPT_KINDS: Registry[PromptKind] = Registry("kind of task")
PROMPT_KINDS.add("manipulation", PromptKind(sections=manipulation_sections))
PROMPT_KINDS.add("layout", PromptKind(sections=layout_sections))


def system_prompt(
    kind: str,
    grammar: Grammar,
    *,
    hints: bool = True,
    condition_rules: tuple[str, ...] = (),
    task_rules: tuple[str, ...] = (),
    summary: str = "",
    memory: str = "",
) -> str:
    """Return the system prompt of an episode.

    Args:
        kind: kind of task.
        grammar: everything that the episode may offer.
        hints: give the working rules; without them only protocol and actions.
        condition_rules: rules that the observation condition adds to those of the protocol.
        task_rules: rules that the task adds to the working rules.
        summary: what was learned from a demonstration; empty without one.
        memory: similar layouts of earlier episodes; empty without them.
    """
    sections = [s for s in PROMPT_KINDS[kind].sections(grammar) if hints or not s.is_hint]
    if condition_rules:
        sections.append(PromptSection(title="This condition", lines=condition_rules))
    if hints and task_rules:
        sections.append(PromptSection(title="This task", lines=task_rules, is_hint=True))
    blocks = [section.text() for section in sections]
    if summary:
        blocks.append(f"# What a demonstration has shown\n{summary}")
    if memory:
        blocks.append(f"# Similar layouts that were arranged before\n{memory}")
    blocks.append(f"# Actions\n{action_text(grammar)}")
    return "\n\n".join([*blocks, _ANSWER.text()])
