"""Chat messages: building them, and describing them without their images."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from eyehand_core.observation import View

Message = Mapping[str, Any]
_IMAGE_URL = "image_url"
_DATA_URL = "data:image/jpeg;base64,"
_EMPTY = "(empty answer)"


def system_message(text: str) -> Message:
    """Return the message that sets the rules."""
    return {"role": "system", "content": text}


def user_message(text: str, views: Iterable[View] = (), when: str = "") -> Message:
    """Return a user message; each image follows the line that names it.

    Images are sent in user messages only, because endpoints flatten them elsewhere.

    Args:
        text: what is said before the images.
        views: the images.
        when: words behind the name of each view.
    """
    views = tuple(views)
    if not views:
        return {"role": "user", "content": text}
    parts: list[dict[str, Any]] = [{"type": "text", "text": text}]
    for view in views:
        url = _DATA_URL + base64.b64encode(view.jpeg).decode("ascii")
        name = f"{view.name} {when}" if when else view.name
        parts.append({"type": "text", "text": f"View {name}:"})
        parts.append({"type": _IMAGE_URL, _IMAGE_URL: {"url": url}})
    return {"role": "user", "content": parts}


def assistant_message(text: str) -> Message:
    """Return an earlier answer; role and content only, as some endpoints refuse more."""
    return {"role": "assistant", "content": text or _EMPTY}


def described(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Return the messages with every image replaced by the SHA-256 (hex) of its bytes."""
    return [{**message, "content": _described(message["content"])} for message in messages]


def _described(content: Any) -> Any:
    if isinstance(content, str):
        return content
    return [_described_part(part) for part in content]


def image_of(part: Mapping[str, Any]) -> bytes | None:
    """Return the image in a part of a message; None if it is text."""
    if part["type"] != _IMAGE_URL:
        return None
    return base64.b64decode(part[_IMAGE_URL]["url"][len(_DATA_URL) :])


def _described_part(part: Mapping[str, Any]) -> dict[str, Any]:
    data = image_of(part)
    if data is None:
        return dict(part)
    digest = hashlib.sha256(data).hexdigest()
    return {"type": "image", "sha256": digest, "bytes": len(data)}
