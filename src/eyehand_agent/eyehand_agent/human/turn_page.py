"""What the page shows of a turn: the same as a model is told, and a form for each action."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from eyehand_core.decisions import Grammar
from eyehand_core.observation import Observation

from eyehand_agent.prompts.turn_text import turn_text
from eyehand_agent.tools import ToolAnswer

NO_WORDS: Mapping[str, str] = MappingProxyType({})


def turn_content(
    number: int,
    observation: Observation,
    grammar: Grammar,
    told: ToolAnswer,
    words: Mapping[str, str] = NO_WORDS,
) -> str:
    """Return the turn as JSON for the page.

    Args:
        number: counts the turns shown, from 1; an answer names the turn that it is for.
        observation: the turn; its images are fetched by their place.
        grammar: what may be decided now.
        told: why the last decision was inadmissible, or the answer of a tool, whose images
            follow those of the turn; else empty.
        words: what the condition says about each view, by its name.
    """
    return json.dumps(
        {
            "turn": number,
            "text": turn_text(observation),
            "views": [_caption(view.name, words) for view in observation.views]
            + [f"{view.name}, earlier" for view in told.views],
            "told": told.text,
            "over": False,
            "forms": [_form(form) for form in grammar.forms],
        },
        ensure_ascii=False,
    )


def _caption(name: str, words: Mapping[str, str]) -> str:
    return f"{name} ({words[name]})" if name in words else name


def _form(form: Any) -> dict[str, Any]:
    return {
        "name": form.name,
        "meaning": form.meaning,
        "schema": form.schema(strict=True),
        "allowed": {item.name: item.allowed() for item in form.fields},
    }
