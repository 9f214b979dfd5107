"""Settings of the policy ``mllm``: endpoint and conversation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.config_file import Section
from eyehand_core.errors import ConfigError

from eyehand_agent.endpoints.endpoint_settings import EndpointSettings

_LONGEST_WAIT_S = 3600.0
_TOKEN_LIMIT_FIELDS = ("max_tokens", "max_completion_tokens")
_OUTPUTS = ("prompted", "schema")


@dataclass(frozen=True, kw_only=True)
class MllmSettings:
    """How a model is asked.

    Attributes:
        endpoint: where.
        structured: ask the endpoint to enforce the JSON schema of the grammar.
        images: most images that a turn may have.
        history_turns: earlier turns sent along as text.
        history_characters: longest part of an earlier answer that is sent along.
    """

    endpoint: EndpointSettings
    structured: bool
    images: int
    history_turns: int
    history_characters: int

    @staticmethod
    def from_mapping(settings: Mapping[str, Any]) -> MllmSettings:
        """Return the settings in the form that ``read_mllm_settings`` gives.

        Raises:
            ConfigError: endpoint or model are missing or cannot be used.
        """
        own = {"output", "images", "history_turns", "history_characters"}
        endpoint = {key: value for key, value in settings.items() if key not in own}
        return MllmSettings(
            endpoint=EndpointSettings(**endpoint),
            structured=settings["output"] == "schema",
            images=settings["images"],
            history_turns=settings["history_turns"],
            history_characters=settings["history_characters"],
        )

    def check_views(self, views: int) -> None:
        """Refuse an episode whose turns have more images than may be sent.

        Args:
            views: images attached to each turn.

        Raises:
            ConfigError: views would have to be left out.
        """
        if views > self.images:
            raise ConfigError(
                f"images {self.images}: every turn of this condition has {views} views; "
                f"set images to {views} or more in config/agents/mllm.yaml, "
                "or choose another condition"
            )


def read_mllm_settings(section: Section) -> dict[str, Any]:
    """Read the keys of ``config/agents/mllm.yaml``; a model and an endpoint may come later."""
    return {
        "model": _optional_text(section, "model"),
        "base_url": _optional_text(section, "base_url"),
        "api_key_env": section.text("api_key_env"),
        "connect_timeout_s": section.number("connect_timeout_s", 0.1, _LONGEST_WAIT_S),
        "request_timeout_s": section.number("request_timeout_s", 0.1, _LONGEST_WAIT_S),
        "deadline_s": section.number("deadline_s", 0.1, _LONGEST_WAIT_S),
        "attempts": section.integer("attempts", 1, 20),
        "backoff_s": section.number("backoff_s", 0.0, _LONGEST_WAIT_S),
        "backoff_limit_s": section.number("backoff_limit_s", 0.0, _LONGEST_WAIT_S),
        "token_limit_field": section.choice("token_limit_field", _TOKEN_LIMIT_FIELDS),
        "max_tokens": section.integer("max_tokens", 1, 1_000_000),
        "temperature": _optional_number(section, "temperature", 0.0, 2.0),
        "reasoning_effort": _optional_text(section, "reasoning_effort"),
        "output": section.choice("output", _OUTPUTS),
        "images": section.integer("images", 1, 16),
        "history_turns": section.integer("history_turns", 0, 1000),
        "history_characters": section.integer("history_characters", 100, 100_000),
    }


def _optional_text(section: Section, key: str) -> str:
    return section.text(key) if section.has(key) else str(section.raw(key, ""))


def _optional_number(section: Section, key: str, minimum: float, maximum: float) -> float | None:
    return section.number(key, minimum, maximum) if section.has(key) else section.raw(key)
