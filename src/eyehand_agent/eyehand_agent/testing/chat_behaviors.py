"""What a chat endpoint may do with a request: answer, or fail in one of the known ways."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Behavior:
    """One way of answering an HTTP request.

    Attributes:
        status: HTTP status.
        body: bytes of the body.
        headers: further headers.
        content_type: kind of the body.
        hangs: never send anything; the connection stays open until the server is closed.
        drip_s: wait between the bytes of the body [s]; 0 to send it at once.
        drops: close the connection without an answer.
    """

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    hangs: bool = False
    drip_s: float = 0.0
    drops: bool = False


def completion(message: Mapping[str, Any], finish_reason: str = "stop", **changes: Any) -> Behavior:
    """Return a chat completion with one choice.

    Args:
        message: fields of the assistant message.
        finish_reason: why the model ended.
        changes: fields of the body to add or replace.
    """
    body = {
        "id": "chatcmpl-test",
        "object": "chat.completion",
        "created": 0,
        "model": "test-model-2",
        "system_fingerprint": "fp-test",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", **message},
                "finish_reason": finish_reason,
            }
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        **changes,
    }
    return Behavior(body=json.dumps(body).encode(), headers={"x-request-id": "req-test"})


def reply(text: str) -> Behavior:
    """Return a normal answer."""
    return completion({"content": text})


def without_content() -> Behavior:
    """Return an answer whose content is null."""
    return completion({"content": None})


def refusal(text: str) -> Behavior:
    """Return a refusal."""
    return completion({"content": None, "refusal": text})


def cut_off(text: str) -> Behavior:
    """Return an answer that ended at the token limit."""
    return completion({"content": text}, finish_reason="length")


def empty_choices() -> Behavior:
    """Return a completion without any choice."""
    return completion({}, choices=[])


def error_with_success_status(message: str) -> Behavior:
    """Return an error body with status 200."""
    return Behavior(body=json.dumps({"error": {"message": message}}).encode())


def error(
    status: int, message: str, code: str = "", headers: Mapping[str, str] | None = None
) -> Behavior:
    """Return an error status with the usual error body."""
    body = {"error": {"message": message, "type": "test", "code": code or None}}
    return Behavior(status=status, body=json.dumps(body).encode(), headers=headers or {})


def html(status: int = 200) -> Behavior:
    """Return a web page, as gateways do."""
    page = b"<html><body>502 Bad Gateway</body></html>"
    return Behavior(status=status, body=page, content_type="text/html")


def half_json() -> Behavior:
    """Return a body that breaks off."""
    return Behavior(body=reply("{}").body[:80])


def hang() -> Behavior:
    """Return nothing, for ever."""
    return Behavior(hangs=True)


def drip(text: str, pause_s: float) -> Behavior:
    """Return a normal answer so slowly that no pause counts as silence."""
    return Behavior(body=reply(text).body, drip_s=pause_s)


def drop() -> Behavior:
    """Close the connection without a word."""
    return Behavior(drops=True)


Script = Behavior | str | Callable[[Mapping[str, Any]], "Behavior | str"]


def behavior_of(script: Script, request: Mapping[str, Any]) -> Behavior:
    """Return what a script entry does with a request; plain text is a normal answer."""
    chosen = script(request) if callable(script) else script
    return reply(chosen) if isinstance(chosen, str) else chosen
