"""Asking a model: attempts, waits, and a record of each attempt."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from eyehand_core.errors import EndpointError

from eyehand_agent.endpoints.endpoint_settings import EndpointSettings
from eyehand_agent.endpoints.failure import (
    AttemptError,
    EndpointSetupError,
    Failure,
    FailureKind,
)
from eyehand_agent.endpoints.messages import Message, described
from eyehand_agent.endpoints.prices import Price, price_of
from eyehand_agent.endpoints.reply import Reply, read_reply
from eyehand_agent.endpoints.slots import Slots
from eyehand_agent.endpoints.transport import Answer, StatusError, Transport

_RECORDED_CHARACTERS = 200_000
_REDACTED = "[key]"
_SHORTEST_SECRET = 6


@dataclass(frozen=True, kw_only=True)
class Question:
    """One request to a model.

    Attributes:
        index: texts asked for in this episode before, from 0.
        repair: repair round of the decision, from 0.
        messages: the conversation.
        fields: further fields of the request; they go before those of the settings.
        purpose: what the request is for, in the transcript.
        until: monotonic time at which all attempts end, if that is before their own deadline [s].
    """

    index: int
    repair: int
    messages: Sequence[Message]
    fields: Mapping[str, Any] = field(default_factory=dict)
    purpose: str = "decision"
    until: float = math.inf


@dataclass
class _Attempt:
    number: int
    started: float = field(default_factory=time.monotonic)
    answer: Answer | None = None
    reply: Reply | None = None
    failure: Failure | None = None


class ChatClient:
    """Asks one endpoint and records every attempt.

    Args:
        settings: the endpoint.
        transcript: takes each attempt as a mapping of plain values: index, attempt, repair,
            request, response, error, duration [s]. Neither headers nor keys are in it.
        prices: price table; without it every cost is unknown.

    Attributes:
        host: host and port of the endpoint.
        model: model id that is asked for.
        token_limit_field: name of the request field that limits the answer.
        deadline_s: limit for all attempts of a request, waits included.
        requests: attempts so far.

    Raises:
        ConfigError: the key or the openai package is missing.
    """

    def __init__(
        self,
        settings: EndpointSettings,
        transcript: Callable[[Mapping[str, Any]], None],
        prices: tuple[Price, ...] = (),
    ) -> None:
        self.host = settings.host
        self.model = settings.model
        self.token_limit_field = settings.token_limit_field
        self.deadline_s = settings.deadline_s
        self.requests = 0
        self._settings = settings
        self._transcript = transcript
        self._prices = prices
        self._key = settings.key()
        self._transport = Transport(settings, self._key)
        self._slots = Slots(settings.host, settings.concurrency, settings.requests_per_minute)

    def note(self, purpose: str, facts: Mapping[str, Any]) -> None:
        """Put facts that are no request into the transcript."""
        self._transcript(
            self._redacted(
                {
                    "index": 0,
                    "attempt": 0,
                    "repair": 0,
                    "request": {"host": self.host, "purpose": purpose},
                    "response": dict(facts),
                    "error": "",
                    "duration": 0.0,
                }
            )
        )

    def ask(self, question: Question) -> Reply:
        """Return the model's reply.

        Raises:
            EndpointSetupError: the endpoint refuses requests like this one.
            EndpointError: no attempt succeeded within the deadline.
        """
        deadline = min(time.monotonic() + self._settings.deadline_s, question.until)
        if deadline <= time.monotonic():
            raise EndpointError(f"{self.host}, model {self.model!r}: no time is left to ask")
        number = 0
        while True:
            with self._slots.turn(deadline):
                attempt = self._try(question, number, deadline)
            self.requests += 1
            self._record(question, attempt)
            if attempt.reply is not None:
                return replace(
                    attempt.reply,
                    text=self._redacted(attempt.reply.text),
                    calls=tuple(self._redacted(attempt.reply.calls)),
                    model=self._redacted(attempt.reply.model),
                    fingerprint=self._redacted(attempt.reply.fingerprint),
                )
            assert attempt.failure is not None
            number += 1
            self._wait_or_raise(attempt.failure, number, deadline)

    def _try(self, question: Question, number: int, deadline: float) -> _Attempt:
        attempt = _Attempt(number)
        remaining = deadline - time.monotonic()
        try:
            attempt.answer = self._transport.send(
                {**self._parameters(question), "messages": list(question.messages)},
                min(self._settings.request_timeout_s, remaining),
            )
            attempt.reply = read_reply(attempt.answer.body)
        except StatusError as error:
            attempt.answer, attempt.failure = error.answer, error.failure
        except AttemptError as error:
            attempt.failure = error.failure
        return attempt

    def _wait_or_raise(self, failure: Failure, number: int, deadline: float) -> None:
        where = f"{self._settings.host}, model {self._settings.model!r}"
        message = self._redacted(failure.message)
        if failure.kind is FailureKind.CONFIGURATION:
            raise EndpointSetupError(f"{where}: {message}")
        if number >= self._settings.attempts:
            raise EndpointError(f"{where}: {message} (attempt {number} of {number})")
        wait = self._wait_s(failure, number)
        if wait > self._settings.backoff_limit_s or time.monotonic() + wait >= deadline:
            raise EndpointError(
                f"{where}: {message} (gave up after attempt {number}: the next would be in "
                f"{wait:.0f} s, beyond backoff_limit_s {self._settings.backoff_limit_s:.0f} or "
                f"deadline_s {self._settings.deadline_s:.0f})"
            )
        time.sleep(wait)

    def _wait_s(self, failure: Failure, number: int) -> float:
        if failure.retry_after_s is not None:
            return failure.retry_after_s
        longest = min(self._settings.backoff_limit_s, self._settings.backoff_s * 2 ** (number - 1))
        # Jitter keeps episodes that failed together from coming back together.
        return float(longest * random.uniform(0.5, 1.0))

    def _parameters(self, question: Question) -> dict[str, Any]:
        return {**self._settings.parameters(), **question.fields}

    def _record(self, question: Question, attempt: _Attempt) -> None:
        failure = attempt.failure
        error = f"{failure.kind.value}: {failure.message}" if failure else ""
        exchange = {
            "index": question.index,
            "attempt": attempt.number,
            "repair": question.repair,
            "request": {
                "host": self._settings.host,
                "purpose": question.purpose,
                "parameters": self._parameters(question),
                "messages": described(question.messages),
            },
            "response": self._described(attempt),
            "error": error,
            "duration": time.monotonic() - attempt.started,
        }
        self._transcript(self._redacted(exchange))

    def _described(self, attempt: _Attempt) -> dict[str, Any]:
        description = _described_answer(attempt.answer, attempt.reply)
        reply = attempt.reply
        if reply is not None:
            price = price_of(self._prices, reply.model or self.model)
            description["cost"] = price.cost(reply.usage or {}) if price else None
        return description

    def _redacted(self, value: Any) -> Any:
        """Return ``value`` with the key taken out of every string: endpoints may echo it."""
        if isinstance(value, str):
            is_secret = len(self._key) >= _SHORTEST_SECRET
            return value.replace(self._key, _REDACTED) if is_secret else value
        if isinstance(value, Mapping):
            return {self._redacted(key): self._redacted(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self._redacted(item) for item in value]
        return value


def _described_answer(answer: Answer | None, reply: Reply | None) -> dict[str, Any]:
    if answer is None:
        return {}
    description: dict[str, Any] = {
        "status": answer.status,
        "request_id": answer.headers.get("x-request-id", ""),
        "body": answer.body[:_RECORDED_CHARACTERS],
    }
    if reply is not None:
        description.update(
            finish_reason=reply.finish_reason,
            refusal=reply.refusal,
            usage=dict(reply.usage) if reply.usage is not None else None,
            model=reply.model,
            id=reply.id,
            fingerprint=reply.fingerprint,
        )
    return description
