"""Waits: whoever waits for another gives it the time to name the cause itself."""

from __future__ import annotations

from collections.abc import Iterable

from eyehand_agent.agent_parameters import PARAMETERS as AGENT
from eyehand_executor.executor_parameters import PARAMETERS as EXECUTOR
from eyehand_nodekit.parameters import Parameter

from eyehand_monitor import settings


def _default(parameters: Iterable[Parameter], name: str) -> float:
    return next(float(item.default) for item in parameters if item.name == name)


def test_monitor_waits_longer_than_the_executor() -> None:
    waits = _default(settings.PARAMETERS, settings.MOTION_TIMEOUT)
    assert waits > _default(EXECUTOR, "wall_timeout")


def test_agent_waits_longer_than_the_monitor() -> None:
    waits = {item.name: item.default for item in settings.PARAMETERS}
    assert settings.longest_start(waits) < _default(AGENT, "start_timeout")
    assert settings.longest_act(waits) < _default(AGENT, "act_timeout")
