"""Contacts between named bodies, gathered between two samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.world_state import Contact
from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True, eq=False)
class _Points:
    """Contact points; arrays of length n."""

    pairs: NDArray[np.intp]
    forces: Array
    depths: Array
    positions: Array


class ContactRecorder:
    """Keeps, per pair of bodies, the strongest contact since the last ``take``.

    Args:
        labels: per geom id, the body name.
    """

    def __init__(self, labels: Sequence[str]) -> None:
        self._names = sorted(set(labels))
        index = {name: i for i, name in enumerate(self._names)}
        self._body_of_geom = np.array([index[label] for label in labels], dtype=np.intp)
        self._ticks: list[_Points] = []

    def record(self, data: Any) -> None:
        """Take note of all contacts that acted in the last physics step."""
        contact = data.contact
        address = contact.efc_address
        acting = address >= 0
        if not acting.any():
            return
        bodies = np.sort(self._body_of_geom[contact.geom[acting]], axis=1)
        self._ticks.append(
            _Points(
                pairs=bodies[:, 0] * len(self._names) + bodies[:, 1],
                # The first row of a contact's constraint is its normal, with elliptic cones.
                forces=data.efc_force[address[acting]],
                depths=-contact.dist[acting],
                positions=contact.pos[acting],
            )
        )

    def take(self) -> tuple[Contact, ...]:
        """Return the contacts since the last call, one per pair, in order of names."""
        if not self._ticks:
            return ()
        ticks = np.repeat(np.arange(len(self._ticks)), [len(t.forces) for t in self._ticks])
        points = _Points(
            pairs=np.concatenate([t.pairs for t in self._ticks]),
            forces=np.concatenate([t.forces for t in self._ticks]),
            depths=np.concatenate([t.depths for t in self._ticks]),
            positions=np.concatenate([t.positions for t in self._ticks]),
        )
        self._ticks.clear()
        return tuple(self._contact(int(pair), points, ticks) for pair in np.unique(points.pairs))

    def _contact(self, pair: int, points: _Points, ticks: NDArray[np.intp]) -> Contact:
        """Return the contact of one pair; forces at several points of one tick add up."""
        rows = np.flatnonzero(points.pairs == pair)
        forces = points.forces[rows]
        first, second = divmod(pair, len(self._names))
        return Contact(
            body_a=self._names[first],
            body_b=self._names[second],
            position=points.positions[rows[int(np.argmax(forces))]],
            normal_force=float(np.bincount(ticks[rows], weights=forces).max()),
            penetration=max(0.0, float(points.depths[rows].max())),
        )
