"""Findings of a probe, kept for a day in the user's cache folder."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from eyehand_agent.endpoints.capabilities import Ability, Capabilities
from eyehand_agent.endpoints.endpoint_settings import EndpointSettings

_DAY_S = 86_400.0


def kept_or(
    settings: EndpointSettings, images: int, find: Callable[[], Capabilities]
) -> Capabilities:
    """Return findings of the last day, or new ones, which are kept unless a check failed.

    Args:
        settings: the endpoint; whatever in them may change an answer is part of the key.
        images: images of a request that the run needs.
        find: probes.
    """
    path = _path(settings, images)
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if 0.0 <= time.time() - float(kept["found_at"]) < _DAY_S:
            return Capabilities.from_json(kept["capabilities"])
    except (OSError, ValueError, TypeError, KeyError):
        pass  # nothing was kept, or nothing that can be used
    found = find()
    if any(check.ability is Ability.UNKNOWN for check in found.checks.values()):
        return found
    text = json.dumps({"found_at": time.time(), "capabilities": found.to_json()})
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
    return found


def _path(settings: EndpointSettings, images: int) -> Path:
    asked = [settings.base_url, settings.wire, settings.parameters()]
    key = json.dumps([*asked, images, _version()])
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return root / "eyehand" / "endpoints" / f"{hashlib.sha256(key.encode()).hexdigest()}.json"


def _version() -> str:
    try:
        return version("eyehand_agent")
    except PackageNotFoundError:
        return ""
