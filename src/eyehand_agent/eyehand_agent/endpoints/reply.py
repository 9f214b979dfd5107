"""Reading a chat completion without trusting it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_agent.endpoints.failure import (
    AttemptError,
    Failure,
    FailureKind,
    decoded,
    excerpt,
)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What a model answered.

    Attributes:
        text: its text; empty if it gave none.
        calls: arguments of the functions that it called, as text.
        finish_reason: as the endpoint said it.
        refusal: text of a refusal; empty if it did not refuse.
        usage: token counts as the endpoint gave them.
        model: model id that answered.
        id: id of the completion.
        fingerprint: version of the serving system.
    """

    text: str
    calls: tuple[str, ...] = ()
    finish_reason: str = ""
    refusal: str = ""
    usage: Mapping[str, Any] | None = None
    model: str = ""
    id: str = ""
    fingerprint: str = ""


def read_reply(body: str) -> Reply:
    """Return the reply in the body of a response with a success status.

    A missing, refused or cut answer is the model's doing and makes a reply. A body that is no
    completion is the endpoint's doing.

    Raises:
        AttemptError: not JSON, an error body, no choices, or choices of a wrong form.
    """
    value = answer_object(body)
    choices = value.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, Mapping) else None
    if not isinstance(choice, Mapping) or not isinstance(message, Mapping):
        raise no_completion(f"status 200, but the body holds no choice: {excerpt(body)}")
    refusal = plain(message.get("refusal"))
    usage = value.get("usage")
    return Reply(
        text=_content(message.get("content")) or refusal,
        calls=_calls(message.get("tool_calls")),
        finish_reason=plain(choice.get("finish_reason")),
        refusal=refusal,
        usage=usage if isinstance(usage, Mapping) else None,
        model=plain(value.get("model")),
        id=plain(value.get("id")),
        fingerprint=plain(value.get("system_fingerprint")),
    )


def answer_object(body: str) -> Mapping[str, Any]:
    """Return the JSON object in the body of a response with a success status.

    Raises:
        AttemptError: it is something else, or an error.
    """
    value = decoded(body)
    if not isinstance(value, Mapping):
        raise no_completion(f"status 200, but the body is not a JSON object: {excerpt(body)}")
    if value.get("error"):
        raise no_completion(f"status 200, but the body is an error: {excerpt(body)}")
    return value


def _content(value: object) -> str:
    """Return the text of a message; some endpoints send it in parts."""
    if isinstance(value, list):
        parts = (part.get("text") for part in value if isinstance(part, Mapping))
        return "".join(part for part in parts if isinstance(part, str))
    return plain(value)


def _calls(value: object) -> tuple[str, ...]:
    """Return the arguments of the function calls; some endpoints send them decoded."""
    arguments = []
    for call in value if isinstance(value, list) else []:
        function = call.get("function") if isinstance(call, Mapping) else None
        given = function.get("arguments") if isinstance(function, Mapping) else None
        arguments.append(json.dumps(given) if isinstance(given, Mapping) else plain(given))
    return tuple(arguments)


def plain(value: object) -> str:
    """Return a string that can be encoded and sent on; empty for anything else."""
    if not isinstance(value, str):
        return ""
    return value.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")


def no_completion(message: str) -> AttemptError:
    """Return what to raise for a body that is no answer of a model."""
    return AttemptError(Failure(kind=FailureKind.INFRASTRUCTURE, message=message))
