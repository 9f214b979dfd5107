"""Token counts of an answer: as the endpoint told them, or estimated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eyehand_agent.endpoints.messages import Message, image_of
from eyehand_agent.endpoints.reply import Reply
from eyehand_agent.endpoints.token_size import image_tokens, text_tokens


def has_usage(reply: Reply) -> bool:
    """Tell whether the endpoint counted the prompt's and the answer's tokens."""
    usage = reply.usage or {}
    return all(_is_count(usage.get(kind)) for kind in ("prompt_tokens", "completion_tokens"))


def estimated_usage(messages: Sequence[Message], reply: Reply) -> dict[str, int]:
    """Return estimated counts of a request and its answer, in the form of an endpoint's."""
    prompt = sum(_tokens(message["content"]) for message in messages)
    answer = text_tokens(reply.text) + sum(map(text_tokens, reply.calls))
    return {"prompt_tokens": prompt, "completion_tokens": answer}


def _tokens(content: Any) -> int:
    if isinstance(content, str):
        return text_tokens(content)
    return sum(map(_part_tokens, content))


def _part_tokens(part: Mapping[str, Any]) -> int:
    data = image_of(part)
    return text_tokens(str(part.get("text", ""))) if data is None else image_tokens(data)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
