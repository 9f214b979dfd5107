"""Quality of service in the form that rosbag2 metadata carries."""

from __future__ import annotations

from dataclasses import dataclass

_FOREVER = "{sec: 9223372036, nsec: 854775807}"
_KEEP_LAST, _RELIABLE, _BEST_EFFORT, _TRANSIENT_LOCAL, _VOLATILE, _AUTOMATIC = 1, 1, 2, 1, 2, 1


@dataclass(frozen=True, kw_only=True)
class QualityOfService:
    """What a publisher offers; playing a bag back offers the same.

    Attributes:
        depth: history length.
        reliable: False means best effort.
        latched: transient local, so that late joiners get the last messages.
    """

    depth: int
    reliable: bool = True
    latched: bool = False

    def to_yaml(self) -> str:
        """Return the YAML text (policies as rmw numbers, which every rosbag2 release reads)."""
        lines = (
            f"history: {_KEEP_LAST}",
            f"depth: {self.depth}",
            f"reliability: {_RELIABLE if self.reliable else _BEST_EFFORT}",
            f"durability: {_TRANSIENT_LOCAL if self.latched else _VOLATILE}",
            f"deadline: {_FOREVER}",
            f"lifespan: {_FOREVER}",
            f"liveliness: {_AUTOMATIC}",
            f"liveliness_lease_duration: {_FOREVER}",
            "avoid_ros_namespace_conventions: false",
        )
        return "- " + "\n  ".join(lines)
