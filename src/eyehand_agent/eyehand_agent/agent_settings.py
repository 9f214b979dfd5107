"""Agent settings: ``config/agents/<agent>.yaml``, read strictly, and what overrides them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from eyehand_core.config_file import ConfigFile, Section
from eyehand_core.errors import ConfigError, UnknownNameError
from eyehand_core.registry import Registry

from eyehand_agent.mllm_settings import read_mllm_settings

SETTINGS: Registry[Callable[[Section], dict[str, Any]]] = Registry("policy")
"""Readers of the keys that a policy has, by policy name."""
SETTINGS.add("expert", lambda section: {})
SETTINGS.add("random", lambda section: {})
SETTINGS.add("noop", lambda section: {})
SETTINGS.add("mllm", read_mllm_settings)
SETTINGS.add(
    "human",
    lambda section: {
        "port": section.integer("port", 1024, 65_535),
        "answer_timeout_s": section.number("answer_timeout_s", 1.0, 86_400.0),
    },
)
SETTINGS.add(
    "servo",
    lambda section: {"finger_reach_mm": section.number("finger_reach_mm", 0.0, 500.0)},
)
SETTINGS.add("replay", lambda section: {"decisions": str(section.raw("decisions", ""))})


def load_settings(
    folder: Path, agent: str, overrides: Mapping[str, Any], chosen: Path | None = None
) -> dict[str, Any]:
    """Return the settings of an agent.

    Args:
        folder: where the settings files are.
        agent: name of the agent and of its file.
        overrides: values given on the command line; only keys that the agent has.
        chosen: file to read instead of the agent's own.

    Raises:
        UnknownNameError: no such agent.
        ConfigFileError: all problems of the file.
        ConfigError: an override that the agent has no use for.
    """
    path = folder / f"{agent}.yaml"
    if not path.is_file():
        raise UnknownNameError("agent", agent, (known.stem for known in folder.glob("*.yaml")))
    file = ConfigFile(chosen or path)
    policy = file.root.choice("policy", SETTINGS)
    file.root.text("description")
    settings = SETTINGS[policy](file.root)
    file.root.close()
    file.finish()
    if policy != agent:
        raise ConfigError(
            f"{file.path}: policy is {policy!r}; it has to be {agent!r}, the agent that plays"
        )
    for key in overrides:
        if key not in settings:
            allowed = ", ".join(sorted(settings)) or "none"
            raise ConfigError(
                f"agent {agent!r} has no setting {key!r}; allowed: {allowed}; "
                "leave it out or choose another agent"
            )
    return {**settings, **overrides}


def longest_decision_s(settings: Mapping[str, Any]) -> float:
    """Return how long an agent may take for one decision [s]; 0 for one that waits for nobody."""
    return float(settings.get("deadline_s", settings.get("answer_timeout_s", 0.0)))
