"""OpenAI's Responses form of a request and of an answer, from and to the chat form.

Source: OpenAI API reference, "Responses". Everything above this file knows the chat form alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from eyehand_agent.endpoints.failure import excerpt
from eyehand_agent.endpoints.reply import Reply, answer_object, no_completion, plain

_TOKEN_LIMITS = ("max_tokens", "max_completion_tokens")
_FINISHED = {"max_output_tokens": "length"}
"""Words of the chat form for the reasons why an answer is incomplete."""


def responses_request(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return a chat request in the other form; nothing is kept by the server."""
    changed: dict[str, Any] = {"store": False}
    for name, value in request.items():
        changed.update(_FIELDS[name](value) if name in _FIELDS else {name: value})
    return changed


def read_response(body: str) -> Reply:
    """Return the reply in the body of a response with a success status.

    Raises:
        AttemptError: not JSON, an error body, or nothing that a model has put out.
    """
    value = answer_object(body)
    output = value.get("output")
    if not isinstance(output, list) or value.get("status") in ("failed", "cancelled"):
        raise no_completion(f"status 200, but the body holds no output: {excerpt(body)}")
    items = [item for item in output if isinstance(item, Mapping)]
    parts = [part for item in items for part in _parts(item)]
    refusal = "".join(plain(part.get("refusal")) for part in parts)
    text = "".join(plain(part.get("text")) for part in parts)
    calls = (item for item in items if item.get("type") == "function_call")
    return Reply(
        text=text or refusal,
        calls=tuple(plain(call.get("arguments")) for call in calls),
        finish_reason=_finish_reason(value),
        refusal=refusal,
        usage=_usage(value.get("usage")),
        model=plain(value.get("model")),
        id=plain(value.get("id")),
    )


def _message(message: Mapping[str, Any]) -> dict[str, Any]:
    content = message["content"]
    parts = content if isinstance(content, str) else [_part(part) for part in content]
    return {"role": message["role"], "content": parts}


def _part(part: Mapping[str, Any]) -> dict[str, Any]:
    if part["type"] == "text":
        return {"type": "input_text", "text": part["text"]}
    return {"type": "input_image", "image_url": part["image_url"]["url"], "detail": "auto"}


def _tool(tool: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "function", "strict": False, **tool["function"]}


_FIELDS: dict[str, Any] = {
    "messages": lambda messages: {"input": [_message(message) for message in messages]},
    "response_format": lambda form: {
        "text": {"format": {"type": form["type"], **form["json_schema"]}}
    },
    "tools": lambda tools: {"tools": [_tool(tool) for tool in tools]},
    "tool_choice": lambda choice: {"tool_choice": {"type": "function", **choice["function"]}},
    "reasoning_effort": lambda effort: {"reasoning": {"effort": effort}},
    # No field of this form; sent as it is, so that the server can say what it makes of it.
    "seed": lambda seed: {"extra_body": {"seed": seed}},
    **{name: lambda limit: {"max_output_tokens": limit} for name in _TOKEN_LIMITS},
}
"""What becomes of the fields of a chat request; others have the same name in both forms."""


def _parts(item: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield what the model says to us, not what it has been thinking."""
    content = item.get("content") if item.get("type") == "message" else None
    if isinstance(content, list):
        yield from (part for part in content if isinstance(part, Mapping))


def _finish_reason(value: Mapping[str, Any]) -> str:
    details = value.get("incomplete_details")
    reason = plain(details.get("reason")) if isinstance(details, Mapping) else ""
    return _FINISHED.get(reason, reason) or plain(value.get("status"))


def _usage(value: object) -> dict[str, Any] | None:
    if not isinstance(value, Mapping):
        return None
    names = {
        "input_tokens": "prompt_tokens",
        "output_tokens": "completion_tokens",
        "input_tokens_details": "prompt_tokens_details",
        "output_tokens_details": "completion_tokens_details",
    }
    return {names.get(str(name), str(name)): count for name, count in value.items()}
