"""What a model endpoint can do, as findings."""

from __future__ import annotations

from typing import Any

from eyehand_agent.agent_settings import load_settings
from eyehand_agent.endpoints.capabilities import IMAGE, Ability, Capabilities
from eyehand_agent.endpoints.chat_client import ChatClient
from eyehand_agent.endpoints.model_list import models_at
from eyehand_agent.endpoints.probe import probe
from eyehand_agent.mllm_settings import MllmSettings
from eyehand_core.errors import ConfigError, EyehandError

from eyehand_bench import library
from eyehand_bench.doctor.finding import Finding, Level

_NEEDED = (IMAGE,)
"""Abilities without which no manipulation episode can be played."""


def examine_endpoint(base_url: str, model: str) -> dict[str, Finding]:
    """Probe an endpoint with the settings of the agent ``mllm``; findings by name."""
    try:
        found = _probed(base_url, model)
    except EyehandError as error:
        return {"endpoint": Finding(level=Level.FAIL, found=str(error))}
    answers = f"model {found.model or found.requested!r} answers in {found.latency_s:.1f} s"
    findings = {"endpoint": Finding(level=Level.PASS, found=f"{found.host}: {answers}")}
    for name, check in found.checks.items():
        level = Level.PASS if check.ability is Ability.YES else Level.WARN
        if name in _NEEDED and found.refuses(name):
            level = Level.FAIL
        detail = f" ({check.detail})" if check.detail else ""
        findings[name] = Finding(level=level, found=f"{check.ability.value}{detail}")
    findings["output"] = Finding(
        level=Level.PASS,
        found=f"decisions will be asked for by {found.rung!r}; {found.images} images a request",
    )
    return findings


def _probed(base_url: str, model: str) -> Capabilities:
    chosen: dict[str, Any] = {"base_url": base_url, "model": model}
    settings = load_settings(library.config_folder() / "agents", "mllm", chosen)
    if not settings["model"]:
        settings["model"] = _only_model(base_url, settings["api_key_env"])
    mllm = MllmSettings.from_mapping(settings)
    client = ChatClient(mllm.endpoint, lambda exchange: None)
    return probe(client, mllm.limits.images)


def _only_model(base_url: str, api_key_env: str) -> str:
    models = models_at(base_url, api_key_env)
    if len(models) != 1:
        names = ", ".join(models[:20]) or "none that it would name"
        raise ConfigError(f"{base_url} has several models or none: {names}; choose with --model")
    return models[0]
