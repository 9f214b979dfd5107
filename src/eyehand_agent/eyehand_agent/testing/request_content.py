"""What a chat completions request holds: its words and its pictures."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import Any


def texts(request: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words of all messages."""
    for message in request["messages"]:
        content = message["content"]
        parts = [{"text": content}] if isinstance(content, str) else content
        yield from (part.get("text", "") for part in parts)


def pictures_of(request: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the encoded images of all messages."""
    for message in request["messages"]:
        for part in message["content"] if isinstance(message["content"], list) else []:
            if part["type"] == "image_url":
                yield base64.b64decode(part["image_url"]["url"].split(",", 1)[1])
