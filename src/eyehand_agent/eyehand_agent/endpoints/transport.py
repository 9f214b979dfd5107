"""One HTTP attempt through the openai package, which is imported only when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from eyehand_core.errors import ConfigError

from eyehand_agent.endpoints.endpoint_settings import EndpointSettings
from eyehand_agent.endpoints.failure import (
    AttemptError,
    Failure,
    FailureKind,
    connection_failure,
    status_failure,
)
from eyehand_agent.endpoints.time_limit import TimeLimitError, within
from eyehand_agent.endpoints.wire import WIRES

_WRITE_TIMEOUT_S = 30.0


@dataclass(frozen=True, kw_only=True)
class Answer:
    """An HTTP response.

    Attributes:
        status: HTTP status.
        body: text of the body.
        headers: response headers; used for waits and request ids, never recorded as a whole.
    """

    status: int
    body: str
    headers: Mapping[str, str] = field(default_factory=dict)


class Transport:
    """Sends chat requests to one endpoint, without any retry of its own.

    Args:
        settings: the endpoint.
        key: its key.
        unwanted: tells that nobody wants an answer any more.

    Raises:
        ConfigError: the openai package is missing.
    """

    def __init__(self, settings: EndpointSettings, key: str, unwanted: Callable[[], bool]) -> None:
        try:
            import openai  # noqa: PLC0415 - large; agents without a model do without
        except ImportError as error:
            raise ConfigError(
                "the Python package openai is missing; install it: pip install openai"
            ) from error
        self._openai = openai
        self._settings = settings
        self._key = key
        self._unwanted = unwanted
        self._client = self._connect()

    def send(self, request: Mapping[str, Any], limit_s: float) -> Answer:
        """Return the response to one chat request.

        Args:
            request: fields of the request.
            limit_s: longest time from start to end [s].

        Raises:
            AttemptError: no response, no response in time, or one with an error status.
        """
        openai = self._openai
        try:
            return within(limit_s, lambda: self._post(request), self._unwanted)
        except TimeLimitError as error:
            self._client.close()  # so that the abandoned request ends
            self._client = self._connect()
            raise _timed_out(str(error)) from error
        except openai.APITimeoutError as error:
            raise _timed_out(f"no answer: {error}") from error
        except openai.APIConnectionError as error:
            raise AttemptError(connection_failure(error)) from error
        except openai.APIStatusError as error:
            response = error.response
            answer = Answer(
                status=response.status_code, body=response.text, headers=response.headers
            )
            raise StatusError(answer) from error
        except openai.OpenAIError as error:
            raise AttemptError(connection_failure(error)) from error

    def _connect(self) -> Any:
        openai, settings = self._openai, self._settings
        timeout = openai.Timeout(
            connect=settings.connect_timeout_s,
            read=settings.request_timeout_s,
            write=_WRITE_TIMEOUT_S,
            pool=settings.connect_timeout_s,
        )
        # A proxy from the environment must not catch requests to this machine.
        trusts_environment = not settings.is_loopback
        return openai.OpenAI(
            base_url=settings.base_url,
            api_key=self._key,
            timeout=timeout,
            max_retries=0,
            http_client=openai.DefaultHttpxClient(trust_env=trusts_environment, timeout=timeout),
        )

    def _post(self, request: Mapping[str, Any]) -> Answer:
        raw = WIRES[self._settings.wire].post(self._client, request)
        response = raw.http_response
        return Answer(status=response.status_code, body=response.text, headers=response.headers)


class StatusError(AttemptError):
    """A response with an error status.

    Attributes:
        answer: the response.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__(status_failure(answer.status, answer.headers, answer.body))


def _timed_out(message: str) -> AttemptError:
    kind = FailureKind.INFRASTRUCTURE
    return AttemptError(Failure(kind=kind, message=message, gave_up_waiting=True))
