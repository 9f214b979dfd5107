"""The summary of a demonstration."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.decisions import DecisionError
from eyehand_core.errors import ConfigError

from eyehand_agent.demonstrations.learning_table import LEARN, learning_grammar


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What somebody has learned from watching.

    Attributes:
        task: task that it is for.
        author: who wrote it: a model id or ``expert``. Recorded, and never shown to a model.
        fields: what was learned.
    """

    task: str
    author: str
    fields: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The fields in words, without the author."""
        return "\n".join(f"- {name}: {_plain(value)}" for name, value in self.fields.items())


def checked_summary(task: str, author: str, fields: object) -> Summary:
    """Return a summary.

    Raises:
        ConfigError: a field is wrong, missing or unknown, or gives a solution of one scene.
    """
    body = {"tool": LEARN, "args": fields, "reason": "read from a file"}
    reading = learning_grammar((task,), 1, 1).read(body)
    if isinstance(reading, DecisionError):
        raise ConfigError(f"summary of {task!r} by {author!r}: {reading.message}")
    return Summary(task=task, author=author, fields=reading.arguments()["args"])


def _plain(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
