"""Where a model is reached, and how long to wait for it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

from eyehand_core.errors import ConfigError

_LOCAL_NAMES = ("localhost", "localhost.localdomain")
_KEYLESS = "none"


@dataclass(frozen=True, kw_only=True)
class EndpointSettings:
    """An OpenAI-compatible endpoint.

    Attributes:
        base_url: up to and including the version, for example ``http://localhost:8000/v1``.
        wire: form of the requests, a name in ``endpoints.wire.WIRES``.
        model: model id as the endpoint calls it.
        api_key_env: environment variable that holds the key.
        connect_timeout_s: limit for making a connection.
        request_timeout_s: limit for one attempt from start to end.
        deadline_s: limit for all attempts of a request, waits included.
        attempts: tries of one request.
        backoff_s: first wait between attempts; doubles each time.
        backoff_limit_s: longest such wait, and longest wait that a server may ask for.
        token_limit_field: name of the request field that limits the answer.
        max_tokens: largest answer.
        longer_max_tokens: largest answer of the one further try after one that was cut off there;
            0 for no such try.
        temperature: None to leave it to the endpoint.
        reasoning_effort: empty to leave it to the endpoint.
        seed: asked of the endpoint, which may ignore it; None to leave it to the endpoint.
        concurrency: most requests at the same time, of all processes on this machine.
        requests_per_minute: most requests a minute, of all processes; 0 for any number.
    """

    base_url: str
    model: str
    wire: str = "chat"
    api_key_env: str = "OPENAI_API_KEY"
    connect_timeout_s: float = 5.0
    request_timeout_s: float = 180.0
    deadline_s: float = 600.0
    attempts: int = 3
    backoff_s: float = 1.0
    backoff_limit_s: float = 60.0
    token_limit_field: str = "max_tokens"
    max_tokens: int = 4096
    longer_max_tokens: int = 0
    temperature: float | None = None
    reasoning_effort: str = ""
    seed: int | None = None
    concurrency: int = 4
    requests_per_minute: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what cannot work before anything moves.

        Raises:
            ConfigError: no model, a URL that is missing, malformed or holds a secret, or a second
                try that has no more room than the first.
        """
        if not self.base_url:
            raise ConfigError(
                "no model endpoint: base_url is not set; give --base-url or set base_url in the "
                "agent's settings file, for example http://localhost:8000/v1"
            )
        if not self.model:
            raise ConfigError(
                f"no model for {self.host}: model is not set; give --model or set model in the "
                "agent's settings file"
            )
        check_address(self.base_url, self.api_key_env)
        if self.longer_max_tokens and self.longer_max_tokens <= self.max_tokens:
            raise ConfigError(
                f"longer_max_tokens {self.longer_max_tokens} is not more than max_tokens "
                f"{self.max_tokens}; raise it, or set it to 0 for no second try"
            )

    @property
    def host(self) -> str:
        """Host and port, the only part of the URL that is recorded."""
        return host_of(self.base_url)

    @property
    def is_loopback(self) -> bool:
        """True for an endpoint on this machine."""
        host = _parts(self.base_url).hostname or ""
        if host in _LOCAL_NAMES:
            return True
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return False

    def key(self) -> str:
        """Return the key from the environment; endpoints on this machine need none.

        Raises:
            ConfigError: the variable is not set.
        """
        key = os.environ.get(self.api_key_env, "").strip()
        if key:
            return key
        if self.is_loopback:
            return _KEYLESS
        raise ConfigError(
            f"no key for {self.host}: the environment variable {self.api_key_env} is not set; "
            "export it, or name another one with api_key_env in the agent's settings file"
        )

    def parameters(self) -> Mapping[str, Any]:
        """Return the request fields besides messages and response format."""
        return {"model": self.model, self.token_limit_field: self.max_tokens, **self.chosen()}

    def chosen(self) -> Mapping[str, Any]:
        """Return the request fields that an endpoint may refuse to have chosen for it."""
        chosen: dict[str, Any] = {}
        if self.temperature is not None:
            chosen["temperature"] = self.temperature
        if self.reasoning_effort:
            chosen["reasoning_effort"] = self.reasoning_effort
        if self.seed is not None:
            chosen["seed"] = self.seed
        return chosen


def check_address(base_url: str, api_key_env: str) -> None:
    """Refuse an address that is no endpoint's; it may hold a secret, so it is not shown.

    Args:
        base_url: the address.
        api_key_env: environment variable that a secret belongs in.

    Raises:
        ConfigError: it is malformed or holds a secret.
    """
    parts = _parts(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError(
            "the endpoint's base_url is not an http(s) address with a host; expected for example "
            "http://localhost:8000/v1"
        )
    if parts.username or parts.password or parts.query:
        raise ConfigError(
            f"base_url of {host_of(base_url)} holds a user name, password or query; leave them out "
            f"and put the key into the environment variable {api_key_env}"
        )


def host_of(base_url: str) -> str:
    """Return host and port of an address, the only part of it that may be shown."""
    parts = _parts(base_url)
    host = parts.hostname or ""
    try:
        port = parts.port
    except ValueError:
        port = None
    return f"{host}:{port}" if port else host


def _parts(base_url: str) -> SplitResult:
    try:
        return urlsplit(base_url)
    except ValueError:
        return urlsplit("")
