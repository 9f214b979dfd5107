"""What a source of pictures is, and the registry of all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from eyehand_core.cells.cell import Cell
from eyehand_core.depth_range import DepthRange
from eyehand_core.diagnostic_view import Visibility
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
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
class Seen:
    """What is to be seen from several poses.

    Attributes:
        shares: of target and fingers, per pose.
        target: mean position of the target in the world [m], shape (3,).
        stamp: world time of the measured state [ns].
    """

    shares: tuple[Visibility, ...]
    target: Array
    stamp: int


@dataclass(frozen=True, kw_only=True)
class Passage:
    """What became of a travel.

    Attributes:
        obstacle: what is in the way; empty if the camera travels.
        arrival: world time at its end [ns].
    """

    obstacle: str
    arrival: int


class SimulatedWorld(Protocol):
    """What only a simulated world can do for a camera.

    Each call raises StackError if the world did not answer in time, and WorldError if it cannot.
    """

    def depth(self, optical_pose: Pose, depth: DepthRange, seconds: float) -> Picture:
        """Return a depth picture as seen from ``optical_pose``."""
        ...

    def look_for(
        self, poses: Sequence[Pose], target: tuple[str, ...], arms: tuple[str, ...], seconds: float
    ) -> Seen:
        """Return how much of a target and of the fingers of some arms each pose shows."""
        ...

    def carry(
        self, position: Array, clearance: float, travel_time: float, seconds: float
    ) -> Passage:
        """Let time pass while the camera travels to a position, unless something is there."""
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
