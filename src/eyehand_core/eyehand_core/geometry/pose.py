"""Rigid poses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from eyehand_core.geometry import rotation
from eyehand_core.geometry.rotation import Array


@dataclass(frozen=True, eq=False)
class Pose:
    """Position [m], shape (3,), and orientation as unit quaternion w x y z, shape (4,).

    As a transform it maps coordinates of the pose's own frame to those of its parent.
    """

    position: Array
    quaternion: Array

    @staticmethod
    def of(position: ArrayLike, quaternion: ArrayLike = rotation.IDENTITY) -> Pose:
        """Return a pose from any array-likes.

        Args:
            position: in the parent frame [m], shape (3,); copied.
            quaternion: orientation in the parent frame, w x y z, shape (4,); normalised.

        Raises:
            ValueError: the quaternion is zero or not finite.
        """
        return Pose(np.array(position, dtype=np.float64), rotation.normalized(quaternion))

    @property
    def matrix(self) -> Array:
        """Rotation matrix, shape (3, 3); its columns are the local axes in the parent frame."""
        return rotation.to_matrix(self.quaternion)

    def transform(self, point: ArrayLike) -> Array:
        """Return a point of the own frame, shape (3,), in the parent frame [m]."""
        return self.position + self.matrix @ np.asarray(point, dtype=np.float64)

    def __matmul__(self, child: Pose) -> Pose:
        """Return the pose of ``child``, given in this pose's frame, in the parent frame."""
        return Pose(
            self.transform(child.position),
            rotation.normalized(rotation.multiply(self.quaternion, child.quaternion)),
        )

    def inverse(self) -> Pose:
        """Return the transform from parent to own coordinates."""
        return Pose(-self.matrix.T @ self.position, rotation.conjugate(self.quaternion))

    def translated(self, offset: ArrayLike) -> Pose:
        """Return the pose moved by ``offset`` [m] along the parent's axes."""
        return Pose(self.position + np.asarray(offset, dtype=np.float64), self.quaternion)

    def rotated_about(self, pivot: ArrayLike, local_axis: ArrayLike, angle: float) -> Pose:
        """Return the pose turned by ``angle`` [rad] about its own axis through ``pivot``.

        Args:
            pivot: point in the parent frame that stays fixed [m].
            local_axis: axis in the pose's own frame; right-hand rule.
            angle: turn [rad].
        """
        axis = self.matrix @ np.asarray(local_axis, dtype=np.float64)
        turn = rotation.from_axis_angle(axis, angle)
        fixed = np.asarray(pivot, dtype=np.float64)
        return Pose(
            fixed + rotation.to_matrix(turn) @ (self.position - fixed),
            rotation.normalized(rotation.multiply(turn, self.quaternion)),
        )

    def distance_to(self, other: Pose) -> float:
        """Return the distance of the origins [m]."""
        return float(np.linalg.norm(self.position - other.position))

    def angle_to(self, other: Pose) -> float:
        """Return the angle between the orientations [rad]."""
        return rotation.angle_between(self.quaternion, other.quaternion)
