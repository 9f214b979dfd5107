"""Contacts that a Gazebo run reports, gathered between two samples and named as the stack does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from eyehand_core.world_state import Contact


@dataclass(frozen=True, kw_only=True, eq=False)
class Touch:
    """Two collision shapes that touch in one physics step.

    Attributes:
        collision_a: scoped name, ``model::link::collision``.
        collision_b: likewise.
        position: of the deepest point, world [m], shape (3,).
        normal_force: over all points [N].
        penetration: at the deepest point [m].
    """

    collision_a: str
    collision_b: str
    position: Array
    normal_force: float
    penetration: float


def body_label(collision: str, robot: Robot) -> str:
    """Return the name of a body in contacts: object, obstacle, or ``<arm>/<link>``."""
    model, _, rest = collision.partition("::")
    link = rest.partition("::")[0]
    if model != robot.name:
        return model
    for arm in robot.arms:
        if link.startswith(f"{arm}_"):
            return f"{arm}/{link.removeprefix(f'{arm}_')}"
    return link


class ContactLog:
    """Keeps, per pair of bodies, the strongest contact since the last ``take``.

    Args:
        robot: its links are named by arm.
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._strongest: dict[tuple[str, str], Contact] = {}

    def record(self, touches: Iterable[Touch]) -> None:
        """Take note of everything that touches in one physics step."""
        step: dict[tuple[str, str], list[Touch]] = {}
        for touch in touches:
            first, second = sorted(
                body_label(name, self._robot) for name in (touch.collision_a, touch.collision_b)
            )
            step.setdefault((first, second), []).append(touch)
        for pair, found in step.items():
            contact = _united(pair, found)
            known = self._strongest.get(pair)
            self._strongest[pair] = contact if known is None else _stronger(known, contact)

    def take(self) -> tuple[Contact, ...]:
        """Return the contacts since the last call, one per pair, in order of names."""
        contacts = tuple(self._strongest[pair] for pair in sorted(self._strongest))
        self._strongest.clear()
        return contacts


def _united(pair: tuple[str, str], touches: list[Touch]) -> Contact:
    """Return one contact for all shapes of two bodies; their forces add up."""
    strongest = max(touches, key=lambda touch: touch.normal_force)
    return Contact(
        body_a=pair[0],
        body_b=pair[1],
        position=np.asarray(strongest.position),
        normal_force=sum(touch.normal_force for touch in touches),
        penetration=max(0.0, *(touch.penetration for touch in touches)),
    )


def _stronger(known: Contact, new: Contact) -> Contact:
    position = new.position if new.normal_force > known.normal_force else known.position
    return Contact(
        body_a=known.body_a,
        body_b=known.body_b,
        position=position,
        normal_force=max(known.normal_force, new.normal_force),
        penetration=max(known.penetration, new.penetration),
    )
