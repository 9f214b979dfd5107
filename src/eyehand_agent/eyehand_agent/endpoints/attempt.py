"""One try of a request, and what the transcript says about it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from eyehand_agent.endpoints.failure import Failure
from eyehand_agent.endpoints.reply import Reply
from eyehand_agent.endpoints.transport import Answer

_RECORDED_CHARACTERS = 200_000
_ERROR_STATUS = 300
"""From here on a response has no completion."""


@dataclass
class Attempt:
    """One try.

    Attributes:
        number: tries of the same request before.
        started: monotonic time [s].
        answer: what came back; None if nothing did.
        reply: what the model said; None if the try failed.
        failure: why it failed.
    """

    number: int
    started: float = field(default_factory=time.monotonic)
    answer: Answer | None = None
    reply: Reply | None = None
    failure: Failure | None = None

    @property
    def error(self) -> str:
        """Class and sentence of the failure; empty without one."""
        failure = self.failure
        return f"{failure.kind.value}: {failure.message}" if failure else ""

    @property
    def may_be_billed(self) -> bool:
        """True if the endpoint worked on it, or perhaps did; error statuses are not billed."""
        if self.answer is not None:
            return self.answer.status < _ERROR_STATUS
        return self.failure is not None and self.failure.gave_up_waiting

    def described(self) -> dict[str, Any]:
        """Return what came back as plain values; empty if nothing did."""
        answer, reply = self.answer, self.reply
        if answer is None:
            return {}
        description: dict[str, Any] = {
            "status": answer.status,
            "request_id": answer.headers.get("x-request-id", ""),
            "body": answer.body[:_RECORDED_CHARACTERS],
        }
        return {**description, **(_described_reply(reply) if reply is not None else {})}


def _described_reply(reply: Reply) -> Mapping[str, Any]:
    return {
        "finish_reason": reply.finish_reason,
        "refusal": reply.refusal,
        "usage": dict(reply.usage) if reply.usage is not None else None,
        "model": reply.model,
        "id": reply.id,
        "fingerprint": reply.fingerprint,
    }
