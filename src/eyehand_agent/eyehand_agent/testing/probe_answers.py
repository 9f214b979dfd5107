"""Answers to the questions of a probe, by reading pictures and schemas as a server would."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_agent.endpoints.probe import MARK
from eyehand_agent.endpoints.probe_images import COLORS
from eyehand_agent.testing.chat_behaviors import Behavior, completion, error
from eyehand_agent.testing.request_content import pictures_of, texts


@dataclass(frozen=True, kw_only=True)
class Skills:
    """What a server can do.

    Attributes:
        sees: pictures reach the model.
        images: more pictures in a request are refused.
        schema: ``honoured``, ``ignored`` or ``refused``.
        tools: ``called``, ``ignored`` or ``refused``.
        system: ``heeded``, ``ignored`` or ``refused``.
        refused_fields: request fields that end in status 400.
        tells_usage: token counts are told.
    """

    sees: bool = True
    images: int = 16
    schema: str = "honoured"
    tools: str = "called"
    system: str = "heeded"
    refused_fields: tuple[str, ...] = ()
    tells_usage: bool = True


def is_probe(request: Mapping[str, Any]) -> bool:
    """Tell whether a request belongs to a probe."""
    return any(MARK in text for text in texts(request))


def answer_probe(request: Mapping[str, Any], skills: Skills) -> Behavior:
    """Return what a server with these skills does."""
    refused = _refusal(request, skills)
    if refused is not None:
        return refused
    changes: dict[str, Any] = {} if skills.tells_usage else {"usage": None}
    if "tools" in request and skills.tools == "called":
        function = request["tools"][0]["function"]
        call = {"name": function["name"], "arguments": _obeyed(function["parameters"])}
        message = {"content": None, "tool_calls": [{"id": "1", "function": call}]}
        return completion(message, **changes)
    if "response_format" in request and skills.schema == "honoured":
        schema = request["response_format"]["json_schema"]["schema"]
        return completion({"content": _obeyed(schema)}, **changes)
    if request["messages"][0]["role"] == "system" and skills.system == "heeded":
        return completion({"content": "paper"}, **changes)
    pictures = list(pictures_of(request))
    if pictures:
        names = [_color(data) if skills.sees else "white" for data in pictures]
        return completion({"content": ", ".join(names)}, **changes)
    return completion({"content": '{"choice": "scissors"}'}, **changes)


def _refusal(request: Mapping[str, Any], skills: Skills) -> Behavior | None:
    has_system = request["messages"][0]["role"] == "system"
    refusals = {
        "response_format": "response_format" in request and skills.schema == "refused",
        "tools": "tools" in request and skills.tools == "refused",
        "system": has_system and skills.system == "refused",
        "images": len(list(pictures_of(request))) > skills.images,
        **{name: name in request for name in skills.refused_fields},
    }
    refused = [name for name, applies in refusals.items() if applies]
    return error(400, f"{refused[0]} is not supported") if refused else None


def _obeyed(schema: Mapping[str, Any]) -> str:
    values = {name: item["enum"][0] for name, item in schema["properties"].items()}
    return json.dumps(values)


def _color(jpeg: bytes) -> str:
    from PIL import Image

    with Image.open(io.BytesIO(jpeg)) as image:
        seen = image.convert("RGB").getpixel((image.width // 2, image.height // 2))
    assert isinstance(seen, tuple)

    def distance(name: str) -> float:
        return float(sum((a - b) ** 2 for a, b in zip(COLORS[name], seen, strict=True)))

    return min(COLORS, key=distance)
