"""What the page shows of a turn: the same as a model is told, and a form for each action."""

from __future__ import annotations

import json
from typing import Any

from eyehand_core.decisions import Grammar
from eyehand_core.observation import Observation, View

from eyehand_agent.prompts.turn_text import turn_text


def turn_content(
    number: int,
    observation: Observation,
    grammar: Grammar,
    told: str,
    recalled: tuple[View, ...] = (),
) -> str:
    """Return the turn as JSON for the page.

    Args:
        number: counts the turns shown, from 1; an answer names the turn that it is for.
        observation: the turn; its images are fetched by their place.
        grammar: what may be decided now.
        told: why the last decision was inadmissible, or the answer of a tool; else empty.
        recalled: images that a tool has brought; they follow those of the turn.
    """
    return json.dumps(
        {
            "turn": number,
            "text": turn_text(observation),
            "views": [view.name for view in observation.views]
            + [f"{view.name}, earlier" for view in recalled],
            "told": told,
            "over": False,
            "forms": [_form(form) for form in grammar.forms],
        },
        ensure_ascii=False,
    )


def _form(form: Any) -> dict[str, Any]:
    return {
        "name": form.name,
        "meaning": form.meaning,
        "schema": form.schema(strict=True),
        "allowed": {item.name: item.allowed() for item in form.fields},
    }
