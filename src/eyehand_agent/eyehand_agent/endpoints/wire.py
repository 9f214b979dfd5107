"""Forms in which an endpoint takes requests and answers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.registry import Registry

from eyehand_agent.endpoints.reply import Reply, read_reply
from eyehand_agent.endpoints.responses_wire import read_response, responses_request


@dataclass(frozen=True, kw_only=True)
class Wire:
    """One form.

    Attributes:
        post: sends a chat request through a client of the openai package; returns its raw answer.
        read: returns the reply in a body of a success status; raises AttemptError if it holds none.
    """

    post: Callable[[Any, Mapping[str, Any]], Any]
    read: Callable[[str], Reply]


WIRES: Registry[Wire] = Registry("wire")
WIRES.add(
    "chat",
    Wire(
        post=lambda client, request: client.chat.completions.with_raw_response.create(**request),
        read=read_reply,
    ),
)
WIRES.add(
    "responses",
    Wire(
        post=lambda client, request: client.responses.with_raw_response.create(
            **responses_request(request)
        ),
        read=read_response,
    ),
)
