"""What a picture shows, taken from a world that goes on."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
from eyehand_core.geometry.rotation import Array


@dataclass(frozen=True, kw_only=True, eq=False)
class Snapshot:
    """What is drawn: a scene in one configuration.

    Attributes:
        model: compiled scene; never changed.
        qpos: configuration, shape (nq,).
        stamp_ns: its world time [ns].
    """

    model: mujoco.MjModel
    qpos: Array
    stamp_ns: int
