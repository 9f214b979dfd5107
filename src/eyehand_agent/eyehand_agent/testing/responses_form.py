"""The Responses form on the side of the server, so that every script serves both forms."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from eyehand_agent.testing.chat_behaviors import Behavior

_OWN_FIELDS = ("input", "text", "reasoning", "max_output_tokens")
_ROLES = ("system", "user", "assistant")
_PARTS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "input_text": lambda part: {"type": "text", "text": part["text"]},
    "input_image": lambda part: {"type": "image_url", "image_url": {"url": part["image_url"]}},
}
_INCOMPLETE = {"length": "max_output_tokens", "content_filter": "content_filter"}


def chat_request(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return a request in the chat form.

    Raises:
        LookupError, TypeError: it is not in the Responses form.
    """
    chat = {name: value for name, value in request.items() if name not in _OWN_FIELDS}
    chat["max_tokens"] = request["max_output_tokens"]
    chat["messages"] = [_message(item) for item in request["input"]]
    if "text" in request:
        form = request["text"]["format"]
        named = {name: form[name] for name in ("name", "strict", "schema")}
        chat["response_format"] = {"type": form["type"], "json_schema": named}
    if "tools" in request:
        chat["tools"] = [{"type": "function", "function": _function(t)} for t in request["tools"]]
        chat["tool_choice"] = {
            "type": "function",
            "function": {"name": request["tool_choice"]["name"]},
        }
    if "reasoning" in request:
        chat["reasoning_effort"] = request["reasoning"]["effort"]
    return chat


def in_responses_form(behavior: Behavior) -> Behavior:
    """Return a behaviour whose body, if it is a chat completion, is a response object."""
    try:
        body = json.loads(behavior.body)
        choices = body["choices"]
        output = [item for choice in choices or [] for item in _items(choice["message"])]
    except (ValueError, LookupError, TypeError, RecursionError):
        return behavior
    reason = _INCOMPLETE.get(choices[0].get("finish_reason")) if choices else None
    response = {
        "id": body.get("id"),
        "object": "response",
        "status": "incomplete" if reason else "completed",
        "incomplete_details": {"reason": reason} if reason else None,
        "error": None,
        "model": body.get("model"),
        "output": output if choices else None,
        "usage": _usage(body.get("usage")),
    }
    return replace(behavior, body=json.dumps(response).encode())


def _function(tool: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tool[name] for name in ("name", "description", "parameters")}


def _message(item: Mapping[str, Any]) -> dict[str, Any]:
    content = item["content"]
    if item["role"] not in _ROLES:
        raise LookupError(f"role {item['role']!r}")
    parts = content if isinstance(content, str) else [_PARTS[p["type"]](p) for p in content]
    return {"role": item["role"], "content": parts}


def _items(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the output items of a message: thoughts, what is said, calls."""
    thought = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "a draft: {}"}]}
    content = message.get("content")
    texts = [part["text"] for part in content] if isinstance(content, list) else [content]
    parts = [{"type": "output_text", "text": text} for text in texts if text is not None]
    if message.get("refusal"):
        parts.append({"type": "refusal", "refusal": message["refusal"]})
    calls = [call["function"] for call in message.get("tool_calls") or []]
    return [
        thought,
        {"type": "message", "role": "assistant", "content": parts},
        *({"type": "function_call", "call_id": "1", **call} for call in calls),
    ]


def _usage(usage: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if usage is None:
        return None
    names = {"prompt_tokens": "input_tokens", "completion_tokens": "output_tokens"}
    return {names.get(name, name): count for name, count in usage.items()}
