"""Contacts between named bodies, gathered between two samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.world_state import Contact
from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True, eq=False)
class _Points:
    """Contact points of one tick; arrays of length n."""

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
        strongest: dict[int, Contact] = {}
        for points in self._ticks:
            for pair in np.unique(points.pairs):
                contact = self._contact(int(pair), points)
                known = strongest.get(int(pair))
                strongest[int(pair)] = contact if known is None else _stronger(known, contact)
        self._ticks.clear()
        return tuple(strongest[pair] for pair in sorted(strongest))

    def _contact(self, pair: int, points: _Points) -> Contact:
        """Return the contact of one pair in one tick; forces at several points add up."""
        rows = np.flatnonzero(points.pairs == pair)
        forces = points.forces[rows]
        first, second = divmod(pair, len(self._names))
        return Contact(
            body_a=self._names[first],
            body_b=self._names[second],
            position=points.positions[rows[int(np.argmax(forces))]],
            normal_force=float(forces.sum()),
            penetration=max(0.0, float(points.depths[rows].max())),
        )


def _stronger(a: Contact, b: Contact) -> Contact:
    """Return the contact with the larger force, with the larger penetration of both."""
    stronger = a if a.normal_force >= b.normal_force else b
    return replace(stronger, penetration=max(a.penetration, b.penetration))
