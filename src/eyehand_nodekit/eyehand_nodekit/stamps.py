"""Time stamps: builtin_interfaces/Time to and from nanoseconds and seconds.

Nanoseconds are exact; seconds are for arithmetic with physics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from builtin_interfaces.msg import Time

NANOSECONDS = 1_000_000_000


def to_nanoseconds(stamp: Any) -> int:
    """Return a Time message as whole nanoseconds."""
    return int(stamp.sec) * NANOSECONDS + int(stamp.nanosec)


def to_seconds(stamp: Any) -> float:
    """Return a Time message as seconds."""
    return to_nanoseconds(stamp) / NANOSECONDS


def from_nanoseconds(nanoseconds: int) -> Time:
    """Return whole nanoseconds as a Time message."""
    from builtin_interfaces.msg import Time  # here, so that bags are read without ROS

    seconds, rest = divmod(nanoseconds, NANOSECONDS)
    return Time(sec=seconds, nanosec=rest)


def from_seconds(seconds: float) -> Time:
    """Return seconds, rounded to the nanosecond, as a Time message."""
    return from_nanoseconds(round(seconds * NANOSECONDS))
