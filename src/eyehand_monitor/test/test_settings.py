"""Waits: whoever waits for another gives it the time to name the cause itself."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from eyehand_executor.executor_parameters import PARAMETERS as EXECUTOR
from eyehand_nodekit.parameters import Parameter

from eyehand_monitor import settings


def _default(parameters: Iterable[Parameter], name: str) -> float:
    return next(float(item.default) for item in parameters if item.name == name)


def test_monitor_waits_longer_than_the_executor() -> None:
    waits = _default(settings.PARAMETERS, settings.MOTION_TIMEOUT)
    assert waits > _default(EXECUTOR, "wall_timeout")


def test_agent_waits_longer_than_the_monitor() -> None:
    pytest.importorskip("rclpy")
    from eyehand_agent import referee_client

    waits = (settings.MOTION_TIMEOUT, settings.CAMERA_TIMEOUT, settings.SAMPLE_TIMEOUT)
    longest = sum(_default(settings.PARAMETERS, name) for name in waits)
    assert longest < referee_client._ACT_TIMEOUT_S
