"""Environment variables that ROS reads, checked before any node does."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from eyehand_core.errors import ConfigError, UnknownNameError

_MIDDLEWARES = Path("share") / "ament_index" / "resource_index" / "rmw_typesupport"
_LARGEST_DOMAIN = 232


def check_ros_environment(environment: Mapping[str, str] = os.environ) -> None:
    """Refuse values that no node could start with.

    Raises:
        ConfigError: the value, and what is allowed.
    """
    middleware = environment.get("RMW_IMPLEMENTATION", "")
    installed = _middlewares(environment)
    if middleware and installed and middleware not in installed:
        raise UnknownNameError("RMW_IMPLEMENTATION", middleware, installed)
    domain = environment.get("ROS_DOMAIN_ID", "")
    is_number = domain.isascii() and domain.isdigit()
    if domain and not (is_number and int(domain) <= _LARGEST_DOMAIN):
        raise ConfigError(
            f"ROS_DOMAIN_ID is {domain!r}; expected an integer 0-{_LARGEST_DOMAIN}; "
            "unset it, a run takes a domain of its own"
        )


def _middlewares(environment: Mapping[str, str]) -> set[str]:
    prefixes = environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    return {path.name for prefix in prefixes if prefix for path in _entries(Path(prefix))}


def _entries(prefix: Path) -> list[Path]:
    return list((prefix / _MIDDLEWARES).glob("*"))
