"""Square fiducial markers on objects and boards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eyehand_core.config_file import Section
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

_UNIT_TOLERANCE = 1e-3


@dataclass(frozen=True, kw_only=True, eq=False)
class Marker:
    """One printed marker.

    Attributes:
        id: number in the dictionary.
        edge: length of the black square's edge [m].
        pose: of the marker's frame in the object's frame: origin in its middle, x to the right and
            y up as the marker is read, z out of the paper.
    """

    id: int
    edge: float
    pose: Pose

    @property
    def corners(self) -> Array:
        """Corners of the black square in the object's frame [m], shape (4, 3).

        Order: upper left, upper right, lower right, lower left, as the marker is read.
        """
        half = 0.5 * self.edge
        flat = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
        return np.array([self.pose.transform(corner) for corner in flat])


def read_marker(section: Section) -> Marker:
    """Read ``{id, edge, center, normal, up}``; directions are in the object's frame."""
    normal = np.array(section.vector("normal", 3, default=(0.0, 0.0, 1.0)))
    up = np.array(section.vector("up", 3, default=(0.0, 1.0, 0.0)))
    if abs(float(normal @ up)) > _UNIT_TOLERANCE or min(map(np.linalg.norm, (normal, up))) < 0.5:
        section.problem("up", "must be at right angles to normal, both about 1 long")
        normal, up = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
    normal, up = normal / np.linalg.norm(normal), up / np.linalg.norm(up)
    matrix = np.column_stack([np.cross(up, normal), up, normal])
    marker = Marker(
        id=section.integer("id", 0, 100_000),
        edge=section.number("edge", 0.004, 1.0),
        pose=Pose.of(section.vector("center", 3), rotation.from_matrix(matrix)),
    )
    section.close()
    return marker
