"""What a source of pictures is, and the registry of all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from eyehand_core.cells.cell import Cell
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.pose import Pose
from eyehand_core.registry import Registry
from eyehand_core.robot import ActiveCamera as CameraSettings


@dataclass(frozen=True, kw_only=True, eq=False)
class Picture:
    """One encoded image.

    Attributes:
        jpeg: encoded image.
        stamp: world time of the rendered or exposed state [ns].
        pose: where it was really taken from; None where that is the pose asked for.
        lens: of the camera that took it; None for the ideal one of the robot file.
    """

    jpeg: bytes
    stamp: int
    pose: Pose | None = None
    lens: Lens | None = None


class CameraBackEnd(Protocol):
    """Takes pictures of the present state of a world. Rendering never changes that state."""

    def approach(self, optical_pose: Pose, seconds: float) -> str:
        """Bring a camera as near to a pose as can be; return how far off it stays.

        Args:
            optical_pose: camera in the world; z forward, x right, y down.
            seconds: deadline [s of wall time].

        Returns:
            One sentence for the record; empty where pictures show the pose exactly.

        Raises:
            StackError: a driver did not answer in time.
        """
        ...

    def take(self, optical_pose: Pose, seconds: float) -> Picture:
        """Return a picture as seen from ``optical_pose`` (world frame).

        Args:
            optical_pose: camera in the world; z forward, x right, y down.
            seconds: deadline [s of wall time].

        Raises:
            StackError: the world did not answer in time.
            WorldError: the world cannot make the picture.
        """
        ...


@dataclass(frozen=True, kw_only=True, eq=False)
class BackEndRequest:
    """Arguments of a back end.

    Attributes:
        node: ROS node, spun in another thread, that clients and subscriptions live on.
        settings: camera part of the robot file.
        cell: cell file; None in a simulated world.
        end_poses: returns the newest end pose per arm in the world.
    """

    node: Any
    settings: CameraSettings
    cell: Cell | None
    end_poses: Callable[[], Mapping[str, Pose]]

    @property
    def physical_cell(self) -> Cell:
        """The cell.

        Raises:
            ConfigError: none was given.
        """
        if self.cell is None:
            raise ConfigError("this camera back end needs a cell; give parameter 'cell'")
        return self.cell


BACK_ENDS: Registry[Callable[[BackEndRequest], CameraBackEnd]] = Registry("camera back end")
"""Back ends by the name of the node parameter ``back_end``."""
