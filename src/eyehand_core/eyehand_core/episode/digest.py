"""One number for a whole episode: equal decisions, states and predicate values, equal digest."""

from __future__ import annotations

import hashlib
import struct

import numpy as np

from eyehand_core.predicates.judge import Verdict
from eyehand_core.world_state import ArmState, ObjectState, WorldState


class EpisodeDigest:
    """SHA-256 over what happened, in the order in which it happened.

    World time, wall time, ids and planner messages are left out, so that the same decisions on
    the same instance give the same digest whenever and wherever in a campaign they are played.
    Numbers enter as little-endian float64, bit for bit.
    """

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add_decision(self, canonical: str) -> None:
        """Add the canonical JSON of a decision; empty for one that could not be read."""
        self._add(b"D", canonical.encode("utf-8", "surrogatepass"))

    def add_state(self, state: WorldState) -> None:
        """Add a state at rest: objects and arms, each in the order of their names."""
        for name in sorted(state.objects):
            self._add(b"O", name.encode(), _object_bytes(state.objects[name]))
        for name in sorted(state.arms):
            self._add(b"A", name.encode(), _arm_bytes(state.arms[name]))

    def add_verdict(self, verdict: Verdict) -> None:
        """Add the values of all terms and stages."""
        for text, value in (*verdict.terms, *verdict.subtasks, ("success", verdict.success)):
            self._add(b"T" if value else b"F", text.encode())

    def hexdigest(self) -> str:
        """Return the digest of everything so far."""
        return self._hash.hexdigest()

    def _add(self, mark: bytes, *fields: bytes) -> None:
        """Add fields with their lengths, so that no two sequences look alike."""
        self._hash.update(mark)
        for field in fields:
            self._hash.update(struct.pack("<Q", len(field)))
            self._hash.update(field)


def _object_bytes(state: ObjectState) -> bytes:
    parts = (
        state.pose.position,
        state.pose.quaternion,
        state.linear_velocity,
        state.angular_velocity,
        state.size,
    )
    return np.concatenate(parts).astype("<f8").tobytes()


def _arm_bytes(state: ArmState) -> bytes:
    opening = [state.aperture, state.aperture_command, float(state.fingers_at_rest)]
    parts = (state.joint_positions, state.joint_velocities, opening)
    return np.concatenate(parts).astype("<f8").tobytes()
