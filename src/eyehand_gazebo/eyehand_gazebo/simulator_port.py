"""What the world node needs from a simulator, whichever ROS packages give access to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from eyehand_core.geometry.pose import Pose
from eyehand_core.registry import Registry

from eyehand_gazebo.contacts import Touch

OnTouches = Callable[[Iterable[Touch]], None]


class SimulatorPort(Protocol):
    """Access to a running simulator; every call has a deadline and raises StackError after it."""

    def spawn(self, name: str, description: str) -> None:
        """Add a model, an SDF document, where it says itself.

        Raises:
            WorldError: the simulator refuses it.
        """

    def delete(self, name: str) -> None:
        """Remove a model.

        Raises:
            WorldError: the simulator refuses.
        """

    def place(self, name: str, pose: Pose) -> None:
        """Put a model somewhere else in the world.

        Raises:
            WorldError: the simulator refuses.
        """

    def poses(self) -> Mapping[str, Pose]:
        """Return the newest poses of models in the world, by name."""


SIMULATOR_PORTS: Registry[Callable[[Any, OnTouches], SimulatorPort]] = Registry("simulator port")
"""Each entry builds a port from the node that clients live on and a taker of contacts."""

CALL_S = 10.0
"""Longest wall time for one call of a simulator's service [s]."""
CONTACTS_TOPIC = "gazebo/contacts"
PICTURES_TOPIC = "gazebo/active_camera/image_raw"
"""Names that both simulators' pictures and contacts get in ROS."""
