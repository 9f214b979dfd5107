"""Settings of the policy ``mllm``: endpoint and conversation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from pathlib import Path
from typing import Any

from eyehand_core.config_file import Section
from eyehand_core.errors import ConfigError

from eyehand_agent.conversation.image_policy import ImagePolicy
from eyehand_agent.conversation.limits import ConversationLimits
from eyehand_agent.endpoints.endpoint_settings import EndpointSettings
from eyehand_agent.endpoints.rung import LADDER
from eyehand_agent.endpoints.spending import SpendingLimits
from eyehand_agent.endpoints.wire import WIRES

_LONGEST_WAIT_S = 3600.0
_TOKEN_LIMIT_FIELDS = ("max_tokens", "max_completion_tokens")
AUTO = "auto"
_OUTPUTS = (AUTO, *LADDER)
_LIMITS = tuple(field.name for field in fields(ConversationLimits))


class ProbeHabit(str, Enum):
    """When an endpoint is probed."""

    ALWAYS = "always"
    DAILY = "daily"
    NEVER = "never"


@dataclass(frozen=True, kw_only=True)
class MllmSettings:
    """How a model is asked.

    Attributes:
        endpoint: where.
        output: rung of the ladder, or ``auto`` for the best that the probe finds.
        probe: when to find out what the endpoint can do; ``daily`` keeps findings for a day.
        image_policy: how pictures are sent.
        limits: what a request may take up.
        spending: what an episode may spend.
        summaries: folder of the summaries that models have written.
        memory: store of layout episodes, for the aid ``recall``.
    """

    endpoint: EndpointSettings
    output: str
    probe: ProbeHabit
    image_policy: ImagePolicy
    limits: ConversationLimits
    spending: SpendingLimits
    summaries: Path
    memory: Path

    @staticmethod
    def from_mapping(settings: Mapping[str, Any]) -> MllmSettings:
        """Return the settings in the form that ``read_mllm_settings`` gives.

        Raises:
            ConfigError: endpoint or model are missing or cannot be used.
        """
        rest = dict(settings)
        limits = ConversationLimits(**{name: rest.pop(name) for name in _LIMITS})
        policy = ImagePolicy(width=rest.pop("image_width"), quality=rest.pop("jpeg_quality"))
        spending = SpendingLimits(tokens=rest.pop("episode_tokens"), cost=rest.pop("episode_cost"))
        output, probe = rest.pop("output"), ProbeHabit(rest.pop("probe"))
        summaries, memory = Path(rest.pop("summaries")), Path(rest.pop("memory"))
        return MllmSettings(
            endpoint=EndpointSettings(**rest),
            output=output,
            probe=probe,
            image_policy=policy,
            limits=limits,
            spending=spending,
            summaries=summaries,
            memory=memory,
        )

    def check_views(self, views: int) -> None:
        """Refuse an episode whose turns have more images than may be sent.

        Args:
            views: images attached to each turn.

        Raises:
            ConfigError: views would have to be left out.
        """
        if views > self.limits.images:
            raise ConfigError(
                f"images {self.limits.images}: every turn of this condition has {views} views; "
                f"set images to {views} or more in config/agents/mllm.yaml, "
                "or choose another condition"
            )


def read_mllm_settings(section: Section) -> dict[str, Any]:
    """Read the keys of ``config/agents/mllm.yaml``; a model and an endpoint may come later."""
    return {
        "model": _optional_text(section, "model"),
        "base_url": _optional_text(section, "base_url"),
        "wire": section.choice("wire", WIRES),
        "api_key_env": section.text("api_key_env"),
        "connect_timeout_s": section.number("connect_timeout_s", 0.1, _LONGEST_WAIT_S),
        "request_timeout_s": section.number("request_timeout_s", 0.1, _LONGEST_WAIT_S),
        "deadline_s": section.number("deadline_s", 0.1, _LONGEST_WAIT_S),
        "attempts": section.integer("attempts", 1, 20),
        "backoff_s": section.number("backoff_s", 0.0, _LONGEST_WAIT_S),
        "backoff_limit_s": section.number("backoff_limit_s", 0.0, _LONGEST_WAIT_S),
        "token_limit_field": section.choice("token_limit_field", _TOKEN_LIMIT_FIELDS),
        "max_tokens": section.integer("max_tokens", 1, 1_000_000),
        "longer_max_tokens": section.integer("longer_max_tokens", 0, 1_000_000),
        "temperature": _optional_number(section, "temperature", 0.0, 2.0),
        "reasoning_effort": _optional_text(section, "reasoning_effort"),
        "seed": _optional_integer(section, "seed", 0, 2**31 - 1),
        "concurrency": section.integer("concurrency", 1, 64),
        "requests_per_minute": section.number("requests_per_minute", 0.0, 100_000.0),
        "episode_tokens": section.integer("episode_tokens", 0, 1_000_000_000),
        "episode_cost": section.number("episode_cost", 0.0, 1_000_000.0),
        "output": section.choice("output", _OUTPUTS),
        "probe": section.choice("probe", [habit.value for habit in ProbeHabit]),
        "summaries": section.text("summaries"),
        "memory": section.text("memory"),
        "image_width": section.integer("image_width", 0, 8192),
        "jpeg_quality": section.integer("jpeg_quality", 1, 100),
        **_read_limits(section),
    }


def _read_limits(section: Section) -> dict[str, Any]:
    return {
        "images": section.integer("images", 1, 64),
        "history_turns": section.integer("history_turns", 0, 1000),
        "history_images": section.integer("history_images", 0, 64),
        "history_characters": section.integer("history_characters", 100, 100_000),
        "executed_actions": section.integer("executed_actions", 1, 1000),
        "context_tokens": section.integer("context_tokens", 4096, 10_000_000),
        "compact_at": section.number("compact_at", 0.1, 1.0),
        "compact_turns": section.integer("compact_turns", 0, 1000),
        "request_bytes": section.integer("request_bytes", 100_000, 1_000_000_000),
    }


def _optional_text(section: Section, key: str) -> str:
    return section.text(key) if section.has(key) else str(section.raw(key, ""))


def _optional_number(section: Section, key: str, minimum: float, maximum: float) -> float | None:
    return section.number(key, minimum, maximum) if section.has(key) else section.raw(key)


def _optional_integer(section: Section, key: str, minimum: int, maximum: int) -> int | None:
    return section.integer(key, minimum, maximum) if section.has(key) else section.raw(key)
