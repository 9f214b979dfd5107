"""Endpoints that cannot work are refused before anything moves."""

from __future__ import annotations

from typing import Any

import pytest
from eyehand_agent.endpoints.endpoint_settings import EndpointSettings
from eyehand_core.errors import ConfigError


def settings(**changes: Any) -> EndpointSettings:
    """Return settings of an endpoint on this machine, with changes."""
    values = {"base_url": "http://localhost:8000/v1", "model": "m", "api_key_env": "NO_SUCH_KEY"}
    return EndpointSettings(**{**values, **changes})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"base_url": ""}, "base_url is not set"),
        ({"model": ""}, "model is not set"),
        ({"base_url": "localhost:8000"}, "http"),
        ({"base_url": "ftp://host/v1"}, "http"),
        ({"base_url": "http://"}, "http"),
        ({"base_url": "http://[::1"}, "http"),
        ({"base_url": "https://me:geheim@host/v1"}, "NO_SUCH_KEY"),
        ({"base_url": "https://host/v1?key=geheim"}, "NO_SUCH_KEY"),
        ({"longer_max_tokens": 4096}, "longer_max_tokens 4096 is not more than max_tokens 4096"),
    ],
)
def test_bad_settings_say_what_to_do(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        settings(**change)
    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "loopback"),
    [
        ("http://localhost:8000/v1", True),
        ("http://127.0.0.1:8000/v1", True),
        ("http://127.1.2.3/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://192.168.0.7:8000/v1", False),
        ("http://localhost.example.org/v1", False),
        ("https://example.org/v1", False),
    ],
)
def test_only_this_machine_needs_no_key(url: str, loopback: bool, monkeypatch: Any) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    endpoint = settings(base_url=url)
    assert endpoint.is_loopback is loopback
    if loopback:
        assert endpoint.key()
    else:
        with pytest.raises(ConfigError, match="NO_SUCH_KEY is not set"):
            endpoint.key()
    monkeypatch.setenv("NO_SUCH_KEY", "sesame-open")
    assert endpoint.key() == "sesame-open"


def test_only_the_host_is_shown() -> None:
    assert settings(base_url="https://example.org/some/path/v1").host == "example.org"
    assert settings().host == "localhost:8000"


def test_what_is_unset_is_not_sent() -> None:
    assert settings().parameters() == {"model": "m", "max_tokens": 4096}
    chosen = settings(
        temperature=0.0, reasoning_effort="low", token_limit_field="max_completion_tokens"
    ).parameters()
    assert chosen == {
        "model": "m",
        "max_completion_tokens": 4096,
        "temperature": 0.0,
        "reasoning_effort": "low",
    }
