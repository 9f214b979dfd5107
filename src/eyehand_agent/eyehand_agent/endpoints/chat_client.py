"""Asking a model: attempts, waits, and a record of each attempt."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from eyehand_core.errors import ConfigError, EndpointError

from eyehand_agent.endpoints.attempt import Attempt
from eyehand_agent.endpoints.endpoint_settings import EndpointSettings
from eyehand_agent.endpoints.failure import (
    AttemptError,
    EndpointSetupError,
    Failure,
    FailureKind,
)
from eyehand_agent.endpoints.messages import Message, described
from eyehand_agent.endpoints.prices import Price, price_of
from eyehand_agent.endpoints.reply import Reply
from eyehand_agent.endpoints.slots import Slots
from eyehand_agent.endpoints.spending import Spending, SpendingLimitError
from eyehand_agent.endpoints.transport import StatusError, Transport
from eyehand_agent.endpoints.usage import estimated_usage, has_usage
from eyehand_agent.endpoints.wire import WIRES

_CUT_OFF = "length"
"""Finish reason of an answer that ended at the token limit."""

_POLL_S = 0.1
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


class ChatClient:
    """Asks one endpoint and records every attempt.

    Args:
        settings: the endpoint.
        transcript: takes each attempt as a mapping of plain values: index, attempt, repair,
            request, response, error, duration [s]. Neither headers nor keys are in it.
        prices: price table; without it every cost is unknown.
        spending: adds up what is spent and stops at its limit; without it there is none.
        unwanted: tells that nobody wants an answer any more; a request under way is given up.

    Attributes:
        host: host and port of the endpoint.
        model: model id that is asked for.
        token_limit_field: name of the request field that limits the answer.
        deadline_s: limit for all attempts of a request, waits included.
        requests: attempts so far.

    Raises:
        ConfigError: the key, the openai package or the price behind a limit is missing.
    """

    def __init__(
        self,
        settings: EndpointSettings,
        transcript: Callable[[Mapping[str, Any]], None],
        prices: tuple[Price, ...] = (),
        spending: Spending | None = None,
        unwanted: Callable[[], bool] = lambda: False,
    ) -> None:
        self.host = settings.host
        self.model = settings.model
        self.token_limit_field = settings.token_limit_field
        self.deadline_s = settings.deadline_s
        self.requests = 0
        self._settings = settings
        self._transcript = transcript
        self._prices = prices
        self._spending = spending or Spending()
        if self._spending.needs_price and price_of(prices, settings.model) is None:
            raise ConfigError(
                f"no price of model {settings.model!r} in config/prices.yaml, so episode_cost "
                "cannot be kept; add the price, or set episode_cost to 0"
            )
        self._wire = WIRES[settings.wire]
        self._key = settings.key()
        self._unwanted = unwanted
        self._transport = Transport(settings, self._key, unwanted)
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

        An answer that was cut off at the token limit is asked for once more with a larger one, if
        the settings have it. If that fails or cannot be sent, the first answer counts.

        Raises:
            EndpointSetupError: the endpoint refuses requests like this one.
            EndpointError: no attempt succeeded within the deadline.
            SpendingLimitError: nothing more may be spent.
        """
        deadline = min(time.monotonic() + self._settings.deadline_s, question.until)
        if deadline <= time.monotonic():
            raise EndpointError(f"{self.host}, model {self.model!r}: no time is left to ask")
        number = failures = 0
        cut_off: Reply | None = None
        while True:
            try:
                attempt = self._attempt(question, number, deadline)
            except (EndpointError, SpendingLimitError):
                if cut_off is None:
                    raise
                return self._keyless(cut_off)
            number += 1
            if attempt.reply is None and cut_off is None:
                assert attempt.failure is not None
                failures += 1
                self._wait_or_raise(attempt.failure, failures, deadline)
                continue
            reply = attempt.reply or cut_off
            assert reply is not None
            longer = None if cut_off else self._longer(question, reply)
            if longer is None:
                return self._keyless(reply)
            cut_off, question = reply, longer

    def _attempt(self, question: Question, number: int, deadline: float) -> Attempt:
        self._spending.check()
        if self._unwanted():
            raise EndpointError(f"{self.host}, model {self.model!r}: nobody wants an answer")
        with self._slots.turn(deadline, self._unwanted):
            attempt = self._try(question, number, deadline)
        self.requests += 1
        self._record(question, attempt)
        return attempt

    def _longer(self, question: Question, reply: Reply) -> Question | None:
        """Return the question with a larger limit, if the reply was cut off at the usual one."""
        limit, field = self._settings.longer_max_tokens, self.token_limit_field
        if reply.finish_reason != _CUT_OFF or not limit or field in question.fields:
            return None
        return replace(question, fields={**question.fields, field: limit})

    def _try(self, question: Question, number: int, deadline: float) -> Attempt:
        attempt = Attempt(number)
        remaining = deadline - time.monotonic()
        try:
            attempt.answer = self._transport.send(
                {**self._parameters(question), "messages": list(question.messages)},
                min(self._settings.request_timeout_s, remaining),
            )
            attempt.reply = self._wire.read(attempt.answer.body)
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
        if number >= self._settings.attempts or self._unwanted():
            raise EndpointError(f"{where}: {message} (attempt {number} of {number})")
        wait = self._wait_s(failure, number)
        if wait > self._settings.backoff_limit_s or time.monotonic() + wait >= deadline:
            raise EndpointError(
                f"{where}: {message} (gave up after attempt {number}: the next would be in "
                f"{wait:.0f} s, beyond backoff_limit_s {self._settings.backoff_limit_s:.0f} or "
                f"deadline_s {self._settings.deadline_s:.0f})"
            )
        self._pause(wait)

    def _pause(self, seconds: float) -> None:
        """Let time pass, as long as somebody wants an answer."""
        end = time.monotonic() + seconds
        while (remaining := end - time.monotonic()) > 0.0 and not self._unwanted():
            time.sleep(min(_POLL_S, remaining))

    def _wait_s(self, failure: Failure, number: int) -> float:
        if failure.retry_after_s is not None:
            return failure.retry_after_s
        longest = min(self._settings.backoff_limit_s, self._settings.backoff_s * 2 ** (number - 1))
        # Jitter keeps episodes that failed together from coming back together.
        return float(longest * random.uniform(0.5, 1.0))

    def _parameters(self, question: Question) -> dict[str, Any]:
        return {**self._settings.parameters(), **question.fields}

    def _record(self, question: Question, attempt: Attempt) -> None:
        exchange = {
            "index": question.index,
            "attempt": attempt.number,
            "repair": question.repair,
            "request": {
                "host": self._settings.host,
                "wire": self._settings.wire,
                "purpose": question.purpose,
                "parameters": self._parameters(question),
                "messages": described(question.messages),
            },
            "response": {**attempt.described(), **self._costs(question, attempt)},
            "error": attempt.error,
            "duration": time.monotonic() - attempt.started,
        }
        self._transcript(self._redacted(exchange))

    def _costs(self, question: Question, attempt: Attempt) -> dict[str, Any]:
        """Count a try; return its cost, and its tokens if the endpoint does not tell them."""
        reply = attempt.reply
        if reply is None:
            return self._costs_of_failure(question) if attempt.may_be_billed else {}
        told = has_usage(reply)
        usage = reply.usage if told else estimated_usage(question.messages, reply)
        price = price_of(self._prices, reply.model or self.model)
        cost = price.cost(reply.usage or {}) if price else None
        self._spending.add(usage or {}, cost)
        return {"cost": cost} if told else {"cost": cost, "estimated_usage": usage}

    def _costs_of_failure(self, question: Question) -> dict[str, Any]:
        """Count the prompt of a try without a reply, for it was probably worked on."""
        usage = estimated_usage(question.messages, Reply(text=""))
        price = price_of(self._prices, self.model)
        cost = price.cost(usage) if price else None
        self._spending.add(usage, cost)
        return {"cost": cost, "estimated_usage": usage}

    def _keyless(self, reply: Reply) -> Reply:
        return replace(
            reply,
            text=self._redacted(reply.text),
            calls=tuple(self._redacted(reply.calls)),
            model=self._redacted(reply.model),
            fingerprint=self._redacted(reply.fingerprint),
        )

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
