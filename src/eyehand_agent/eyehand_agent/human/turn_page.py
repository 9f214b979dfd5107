"""What the page shows of a turn: the same as a model is told, and a form for each action."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from eyehand_core.decisions import Grammar
from eyehand_core.observation import Observation, View

from eyehand_agent.prompts.turn_text import turn_text


@dataclass(frozen=True, kw_only=True)
class Told:
    """What is said to a person beside the turn itself.

    Attributes:
        text: why the last decision was inadmissible, or the answer of a tool; else empty.
        is_mistake: it is about a mistake.
        views: images that a tool has brought.
    """

    text: str = ""
    is_mistake: bool = False
    views: tuple[View, ...] = ()


def turn_content(  # noqa: PLR0913 - what a page shows
    number: int,
    observation: Observation,
    grammar: Grammar,
    told: Told,
    rules: str = "",
    view_words: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the turn as JSON for the page.

    Args:
        number: counts the turns shown, from 1; an answer names the turn that it is for.
        observation: the turn; its images are fetched by their place, those of a tool after them.
        grammar: what may be decided now.
        told: what is said beside it.
        rules: what a model is told before its first turn.
        view_words: what the condition says about each view, by its name.
    """
    return json.dumps(
        {
            "turn": number,
            "text": turn_text(observation),
            "result": _result(observation),
            "views": [_title(view, view_words) for view in observation.views]
            + [f"{_title(view, view_words)}, earlier" for view in told.views],
            "told": told.text,
            "mistake": told.is_mistake,
            "rules": rules,
            "over": False,
            "forms": [_form(form) for form in grammar.forms],
        },
        ensure_ascii=False,
    )


def _title(view: View, view_words: Mapping[str, str]) -> str:
    words = view_words.get(view.name)
    return f"{view.name} ({words})" if words else view.name


def _result(observation: Observation) -> str:
    """Return the feedback bits about the last action in words; empty before the first."""
    feedback = observation.feedback
    if not observation.executed:
        return ""
    if not feedback.action_valid:
        return "Your last action was not valid: nothing has moved."
    if not feedback.plan_success:
        return "Your last action was valid but could not be carried out."
    return "Your last action was carried out."


def _form(form: Any) -> dict[str, Any]:
    return {
        "name": form.name,
        "meaning": form.meaning,
        "schema": form.schema(strict=True),
        "allowed": {item.name: item.allowed() for item in form.fields},
    }
