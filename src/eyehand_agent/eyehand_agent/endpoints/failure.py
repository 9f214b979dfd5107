"""What went wrong with a request, by kind of exception and response field, never by its text."""

from __future__ import annotations

import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from eyehand_core.errors import ConfigError, EndpointError, cause_of

RETRIED_STATUS = frozenset({408, 409, 429})
SERVER_ERROR = 500
_QUOTA_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_EXCERPT = 300
_REMEDIES = {
    400: "check that the model takes images and that the endpoint knows the parameters sent",
    401: "check the key in the environment variable named by api_key_env",
    402: "the account has no credit",
    403: "the key has no right to this model",
    404: "check base_url (it usually ends in /v1), the model id, and that the model takes images",
    405: "check base_url (it usually ends in /v1)",
    413: "the request is too large; send fewer or smaller images",
    422: "check that the endpoint knows the parameters sent",
}


class FailureKind(str, Enum):
    """Who has to act."""

    CONFIGURATION = "configuration"
    INFRASTRUCTURE = "infrastructure"


@dataclass(frozen=True, kw_only=True)
class Failure:
    """A failed attempt.

    Attributes:
        kind: configuration errors are not tried again.
        message: one sentence.
        retry_after_s: wait that the server asked for; None if it did not.
        gave_up_waiting: the request was under way and its answer may still be worked on.
    """

    kind: FailureKind
    message: str
    retry_after_s: float | None = None
    gave_up_waiting: bool = False


class EndpointSetupError(ConfigError, EndpointError):
    """The endpoint refuses our requests as such: key, model, address or parameters are wrong.

    It is both: an error for the user to mend, and one that says nothing about the model.
    """


class AttemptError(Exception):
    """Carries a Failure out of an attempt; never leaves the client."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        super().__init__(failure.message)


def status_failure(status: int, headers: Mapping[str, str], body: str) -> Failure:
    """Classify an HTTP error status.

    Args:
        status: HTTP status, 300 or more.
        headers: response headers, keys in lower case or case-insensitive.
        body: response body.
    """
    is_retried = status in RETRIED_STATUS or status >= SERVER_ERROR
    if is_retried and error_code(body) not in _QUOTA_CODES:
        return Failure(
            kind=FailureKind.INFRASTRUCTURE,
            message=f"HTTP status {status}: {excerpt(body)}",
            retry_after_s=_retry_after(headers),
        )
    remedy = _REMEDIES.get(402 if is_retried else status, "check base_url and the model id")
    return Failure(
        kind=FailureKind.CONFIGURATION,
        message=f"HTTP status {status}: {excerpt(body)}; {remedy}",
    )


def connection_failure(error: BaseException) -> Failure:
    """Classify a request that got no response."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return Failure(
                kind=FailureKind.CONFIGURATION,
                message="the server's certificate is not trusted; install the CA certificate or "
                "name it in SSL_CERT_FILE",
            )
        last, cause = cause, cause.__cause__ or cause.__context__
    detail = cause_of(last) or type(last).__name__
    return Failure(
        kind=FailureKind.INFRASTRUCTURE,
        message=f"no connection: {detail}; check that the server at base_url runs and is reachable",
    )


def error_code(body: str) -> str:
    """Return the machine-readable error code of a body; empty if there is none."""
    error = error_object(body)
    code = error.get("code") if isinstance(error, Mapping) else None
    return code if isinstance(code, str) else ""


def error_object(body: str) -> Any:
    """Return the ``error`` entry of a JSON body; None if there is none."""
    value = decoded(body)
    return value.get("error") if isinstance(value, Mapping) else None


def decoded(body: str) -> Any:
    """Return the JSON value of a body; None if it has none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def excerpt(body: str) -> str:
    """Return the beginning of a body on one line."""
    line = " ".join(body.split())
    return line if len(line) <= _EXCERPT else line[:_EXCERPT] + "..."


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the wait [s] asked for in milliseconds or seconds; dates are not honoured."""
    for name, factor in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            wait = float(headers.get(name, "")) * factor
        except ValueError:
            continue
        if wait >= 0.0:
            return wait
    return None
