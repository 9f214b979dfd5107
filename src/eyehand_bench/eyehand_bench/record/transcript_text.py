"""The conversation with a model, from the bag, as text for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from eyehand_core.errors import RecordError

from eyehand_bench.record import topics
from eyehand_bench.record.bag_reader import BagReader
from eyehand_bench.record.exchange import DECISION, SETUP, Exchange, exchange_of

_DIGEST = 12


def read_exchanges(bag: Path) -> list[Exchange]:
    """Return the transcript of a bag.

    Raises:
        RecordError: the bag cannot be read, or no model played in it.
    """
    reader = BagReader(bag)
    messages = reader.typed_messages(f"/{topics.TRANSCRIPT}")
    exchanges = [exchange_of(item.message) for item in messages]
    if not exchanges:
        damage = f" in what can be read ({reader.damage})" if reader.damage else ""
        raise RecordError(f"{bag} holds no transcript{damage}; only episodes of a model have one")
    return exchanges


def transcript_text(exchanges: list[Exchange]) -> str:
    """Return the whole transcript; of each request only what the one before did not hold."""
    blocks, known = [], list[str]()
    for exchange in exchanges:
        if exchange.purpose == SETUP:
            blocks.append(_setup(exchange))
            continue
        said = [_said(message) for message in exchange.request.get("messages", [])]
        new = said[_common(known, said) :]
        blocks.append("\n".join([_heading(exchange), *new, *_answer(exchange)]))
        known = said if exchange.purpose == DECISION else known
    return "\n\n".join(blocks)


def _common(old: list[str], new: list[str]) -> int:
    """Return how many entries both lists begin with."""
    return next(
        (place for place, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )


def _heading(exchange: Exchange) -> str:
    if exchange.purpose != DECISION:
        return f"=== {exchange.purpose} · {exchange.duration:.1f} s"
    parts = [f"=== decision {exchange.index}"]
    parts += [f"repair {exchange.repair}"] if exchange.repair else []
    parts += [f"attempt {exchange.attempt + 1}"] if exchange.attempt else []
    parts.append(f"{exchange.duration:.1f} s")
    usage = exchange.response.get("usage") or {}
    counts = [
        f"{usage[kind]} {kind}" for kind in ("prompt_tokens", "completion_tokens") if kind in usage
    ]
    return " · ".join([*parts, *counts])


def _setup(exchange: Exchange) -> str:
    facts = {"host": exchange.request.get("host", ""), **exchange.response}
    checks = (facts.pop("capabilities", None) or {}).get("checks", {})
    lines = [f"    {name}: {value}" for name, value in facts.items()]
    lines += [
        f"    {name}: {check['ability']} ({check['detail']})" for name, check in checks.items()
    ]
    return "\n".join(["=== how the model is asked", *lines])


def _said(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
    texts = "\n".join(_part(part) for part in parts)
    return f"--- {message.get('role')}\n{texts}"


def _part(part: Mapping[str, Any]) -> str:
    if part.get("type") == "image":
        return f"[image {str(part['sha256'])[:_DIGEST]}, {part['bytes']} bytes]"
    return str(part.get("text", ""))


def _answer(exchange: Exchange) -> Iterator[str]:
    if exchange.error:
        yield f"--- failed: {exchange.error}"
        return
    response = exchange.response
    yield f"--- {response.get('model') or 'model'} ({response.get('finish_reason') or 'no reason'})"
    yield _answer_text(str(response.get("body", "")))


def _answer_text(body: str) -> str:
    """Return what the model said; the raw body if it cannot be taken apart."""
    try:
        answer = json.loads(body)
        texts = _texts_of_output(answer["output"]) if "output" in answer else _texts(answer)
        return "\n".join(
            text if isinstance(text, str) else json.dumps(text) for text in texts if text
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        return body


def _texts(completion: Mapping[str, Any]) -> list[Any]:
    message = completion["choices"][0]["message"]
    calls = [call["function"]["arguments"] for call in message.get("tool_calls") or []]
    return [
        message.get("reasoning_content"),
        message.get("content"),
        message.get("refusal"),
        *calls,
    ]


def _texts_of_output(items: list[Mapping[str, Any]]) -> list[Any]:
    """Return what was said, thought and called, from an answer in the Responses form."""
    texts: list[Any] = []
    for item in items:
        parts = [*(item.get("summary") or []), *(item.get("content") or [])]
        texts += [part.get("text") or part.get("refusal") for part in parts]
        texts.append(item.get("arguments"))
    return texts
