"""What a model endpoint can do, as findings."""

from __future__ import annotations

from pathlib import Path

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


def examine_endpoint(base_url: str, model: str, file: Path | None = None) -> dict[str, Finding]:
    """Probe an endpoint; findings by name.

    Args:
        base_url: the endpoint.
        model: model id; may be empty if the endpoint serves one alone.
        file: settings file of the agent ``mllm``; None for its own.
    """
    try:
        found = _probed(base_url, model, file)
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
    findings["output"] = _output(found)
    return findings


def _output(found: Capabilities) -> Finding:
    """Return how decisions will be asked for; a turn that cannot be shown is not asked about."""
    asked = f"decisions are asked for by {found.rung!r}"
    if any(found.refuses(name) for name in _NEEDED):
        seen = f"no episode with pictures can be played; {asked} in those without"
        return Finding(level=Level.WARN, found=seen)
    return Finding(level=Level.PASS, found=f"{asked}; {found.images} images a request")


def _probed(base_url: str, model: str, file: Path | None) -> Capabilities:
    settings = library.agent_settings("mllm", file, base_url=base_url, model=model)
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
