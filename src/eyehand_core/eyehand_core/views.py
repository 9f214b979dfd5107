"""The named views: where the active camera stands relative to the grip centre it looks at.

Offsets and the start view are those of VA-Bench (arXiv 2609.19554).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from eyehand_core.errors import UnknownNameError
from eyehand_core.geometry.camera_model import look_at
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

ACTIVE_CAMERA_FRAME = "active_camera_optical_frame"
"""Frame of the image and pose of the active camera's current view."""

START_VIEW = "center_high"
BOTH = "both"

# Side of the workspace that an anchor belongs to: +1 right (x > 0), -1 left, 0 in the middle.
ANCHOR_SIDES: Mapping[str, int] = MappingProxyType({"left": -1, "right": 1, BOTH: 0})

_START_POSITION = (0.0, -0.58, 1.48)
_START_TARGET_X = 0.17
_START_TARGET_NEARER = 0.02
_START_TARGET_LOWER = 0.05
_START_TARGET_MIN_Z = 0.86


@dataclass(frozen=True, kw_only=True)
class NamedView:
    """A camera position relative to the grip centre.

    Attributes:
        offset: from grip centre to camera [m], world axes, for a right arm or both arms;
            its x changes sign for a left arm.
        up: world direction that points up in the image.
    """

    offset: tuple[float, float, float]
    up: tuple[float, float, float] = (0.0, 0.0, 1.0)

    def pose(self, side: int, grip_center: ArrayLike) -> Pose:
        """Return the optical pose that looks at ``grip_center`` ([m], shape (3,))."""
        target = np.asarray(grip_center, dtype=np.float64)
        offset = np.array(self.offset)
        if side < 0:
            offset[0] = -offset[0]
        return look_at(target + offset, target, self.up)


NAMED_VIEWS: Mapping[str, NamedView] = MappingProxyType(
    {
        "view_topdown": NamedView(offset=(0.0, 0.0, 0.68), up=(0.0, 1.0, 0.0)),
        "view_side": NamedView(offset=(0.58, -0.02, 0.06)),
        "view_front_side_45": NamedView(offset=(0.44, -0.44, 0.18)),
        "view_side_top_45": NamedView(offset=(0.48, -0.02, 0.48)),
        "view_oblique_45": NamedView(offset=(0.42, -0.42, 0.42)),
    }
)

VIEW_NAMES = (*NAMED_VIEWS, START_VIEW)
"""Names that a picture of an active camera can have."""


def view_pose(name: str, anchor: str, grip_center: ArrayLike) -> Pose:
    """Return the optical pose of a named view or of the start view.

    Args:
        name: a key of ``NAMED_VIEWS`` or ``START_VIEW``.
        anchor: a key of ``ANCHOR_SIDES``.
        grip_center: grip centre of the anchor in the world [m], shape (3,).

    Raises:
        UnknownNameError: unknown view or anchor.
    """
    if anchor not in ANCHOR_SIDES:
        raise UnknownNameError("camera anchor", anchor, ANCHOR_SIDES)
    side = ANCHOR_SIDES[anchor]
    if name == START_VIEW:
        return _start_pose(side, np.asarray(grip_center, dtype=np.float64))
    if name not in NAMED_VIEWS:
        raise UnknownNameError("view", name, [*NAMED_VIEWS, START_VIEW])
    return NAMED_VIEWS[name].pose(side, grip_center)


def anchor_of(arms: Sequence[str]) -> str:
    """Return the anchor of a task that uses ``arms``: its one arm, or both."""
    return BOTH if len(arms) > 1 else arms[0]


def anchor_point(anchor: str, grip_centers: Mapping[str, Array]) -> Array:
    """Return the point that an anchor stands for: a grip centre, or the mean of all for ``both``.

    Args:
        anchor: an arm name or ``both``.
        grip_centers: grip centre per arm [m], each of shape (3,).

    Raises:
        UnknownNameError: no such arm.
    """
    if anchor == BOTH and grip_centers:
        return np.asarray(np.mean(list(grip_centers.values()), axis=0), dtype=np.float64)
    if anchor not in grip_centers:
        raise UnknownNameError("camera anchor", anchor, [*grip_centers, BOTH])
    return grip_centers[anchor]


def _start_pose(side: int, grip_center: Array) -> Pose:
    target = (
        side * _START_TARGET_X,
        grip_center[1] - _START_TARGET_NEARER,
        max(_START_TARGET_MIN_Z, grip_center[2] - _START_TARGET_LOWER),
    )
    return look_at(_START_POSITION, target)
