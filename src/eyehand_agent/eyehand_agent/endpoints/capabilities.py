"""What an endpoint was found to be able to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any

from eyehand_agent.endpoints.rung import LADDER

IMAGE, IMAGES, SCHEMA, TOOL = "image", "images", "schema", "tool"
SYSTEM, SEED, TEMPERATURE, EFFORT = "system_role", "seed", "temperature", "reasoning_effort"
USAGE = "usage"


class Ability(str, Enum):
    """Result of one check."""

    YES = "yes"
    NO = "no"
    IGNORED = "ignored"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True)
class Checked:
    """One ability.

    Attributes:
        ability: whether the endpoint has it; ``ignored`` if it accepts the request and does not
            do it, ``unknown`` if the check itself failed.
        detail: one sentence.
    """

    ability: Ability
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Capabilities:
    """What one model behind one endpoint can do.

    Attributes:
        host: host and port.
        requested: model id that was asked for.
        model: model id that answered.
        fingerprint: version of the serving system, where it is told.
        latency_s: time of the first short answer [s].
        checks: abilities by name.
        images: most images of a request that were seen in their order; 0 if none was.
        left_out: request fields of the settings that it refuses, so that they are not sent.
        requests: requests that the probe took.
    """

    host: str
    requested: str
    model: str = ""
    fingerprint: str = ""
    latency_s: float = 0.0
    checks: Mapping[str, Checked] = field(default_factory=dict)
    images: int = 0
    left_out: tuple[str, ...] = ()
    requests: int = 0

    def can(self, name: str) -> bool:
        """Tell whether the endpoint is known to do ``name``."""
        return name in self.checks and self.checks[name].ability is Ability.YES

    def refuses(self, name: str) -> bool:
        """Tell whether the endpoint is known not to do ``name``."""
        failures = (Ability.NO, Ability.IGNORED)
        return name in self.checks and self.checks[name].ability in failures

    @property
    def rung(self) -> str:
        """Name of the best rung of the ladder that works."""
        return next((name for name in LADDER if self.can(name)), LADDER[-1])

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        checks = {
            name: {"ability": check.ability.value, "detail": check.detail}
            for name, check in self.checks.items()
        }
        return {**asdict(self), "checks": checks}

    @staticmethod
    def from_json(values: Mapping[str, Any]) -> Capabilities:
        """Return what ``to_json`` gave.

        Raises:
            KeyError, TypeError, ValueError: it is something else.
        """
        checks = {
            name: Checked(ability=Ability(check["ability"]), detail=check["detail"])
            for name, check in values["checks"].items()
        }
        left_out = tuple(values["left_out"])
        return Capabilities(**{**values, "checks": checks, "left_out": left_out})
