"""Quality of service of every topic, in one place, so that both ends always agree."""

from __future__ import annotations

from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy


def _reliable(depth: int, *, latched: bool = False) -> QoSProfile:
    durability = DurabilityPolicy.TRANSIENT_LOCAL if latched else DurabilityPolicy.VOLATILE
    return QoSProfile(
        reliability=ReliabilityPolicy.RELIABLE,
        durability=durability,
        history=HistoryPolicy.KEEP_LAST,
        depth=depth,
    )


STATES = _reliable(1000)
"""joint_states, arms, world/objects: every sample matters to the referee and to the record."""

EVENTS = _reliable(100)
"""decisions, predicates, transcript: rare and never to be lost."""

IMAGES = _reliable(10)
"""active_camera/image/compressed and camera_info: one per capture, recorded."""

DRIVER_IMAGES = QoSProfile(
    reliability=ReliabilityPolicy.BEST_EFFORT,
    durability=DurabilityPolicy.VOLATILE,
    history=HistoryPolicy.KEEP_LAST,
    depth=1,
)
"""Pictures of camera drivers, which publish as they like: only the newest counts."""

CLOCK = _reliable(10)
"""clock: the lock-stepped world's time."""

LATCHED = _reliable(1, latched=True)
"""episode, robot_description: late joiners get the last one."""
