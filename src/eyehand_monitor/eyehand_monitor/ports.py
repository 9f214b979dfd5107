"""What the referee needs from the rest of the stack. World time is in seconds.

Every call has a deadline of its own and raises StackError, with the name of the node, when that
passes or the node is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from eyehand_core.camera_motion import CameraRequest
from eyehand_core.camera_rig import CameraRig
from eyehand_core.capture_request import CaptureRequest
from eyehand_core.decisions.arm_motion import ArmMotion
from eyehand_core.episode.action_report import ActionReport
from eyehand_core.observation import View
from eyehand_core.world_state import WorldState


@dataclass(frozen=True, kw_only=True)
class Carried:
    """An action that was carried out or refused.

    Attributes:
        report: what became of it.
        end: world time from which a state at rest shows the result [s].
    """

    report: ActionReport
    end: float


class World(Protocol):
    """Builds scenes."""

    def reset(self, task: str, seed: int) -> float:
        """Build the scene of (task, seed), let it settle, return the stamp of its first sample.

        Raises:
            WorldError: the scene could not be built or did not settle.
        """
        ...


class Samples(Protocol):
    """World states in order of time."""

    def clear(self) -> None:
        """Drop what has arrived so far."""
        ...

    def next(self, seconds: float) -> WorldState:
        """Return the next sample, waiting at most ``seconds`` of wall time for it."""
        ...

    def poll(self, seconds: float) -> WorldState | None:
        """Return the next sample, None if ``wake`` was called or none arrived in time."""
        ...

    def wake(self) -> None:
        """Let ``poll`` return although there is no sample."""
        ...


class Motion(Protocol):
    """A motion under way."""

    def carried(self) -> Carried | None:
        """Return what became of it, None as long as it lasts."""
        ...

    def stop(self) -> None:
        """Cancel it, once; returns when the executor has taken note."""
        ...


class Arms(Protocol):
    """Moves the arms."""

    def start(
        self, motions: tuple[ArmMotion, ...], not_before: float, on_end: Callable[[], None]
    ) -> Motion:
        """Begin one motion per arm, together, planned from a state at least that new.

        Args:
            motions: one per arm.
            not_before: least stamp of the state to plan from [s].
            on_end: called from another thread when ``carried`` has something to tell.
        """
        ...

    def stop(self) -> None:
        """Cancel a running motion; returns when the executor has taken note."""
        ...


class Camera(Protocol):
    """Moves the camera and takes pictures."""

    def move(self, request: CameraRequest, not_before: float, rig: CameraRig | None) -> Carried:
        """Carry out one camera command, anchored at proprioception at least that new.

        Args:
            request: the command.
            not_before: least stamp of the proprioception [s].
            rig: what carries the camera; None for one without a body.
        """
        ...

    def capture(self, request: CaptureRequest, not_before: float) -> tuple[View, ...]:
        """Take pictures of a world at least that new [s]."""
        ...


class Layout(Protocol):
    """Changes a layout scene."""

    def apply(self, action: str) -> Carried:
        """Apply the canonical JSON of one layout action."""
        ...


@dataclass(frozen=True, kw_only=True)
class Server:
    """A service or action of another node.

    Attributes:
        node: name of the node that serves it.
        ready: tells whether it is there.
    """

    node: str
    ready: Callable[[], bool]


@dataclass(frozen=True, kw_only=True)
class Stack:
    """All partners of the referee.

    Attributes:
        servers: what must be there before any episode can start.
        arrangers: what must be there besides to carry out layout actions.
        world_services: tells of each service that only some conditions need, by its name,
            whether the world has it.
    """

    servers: tuple[Server, ...]
    arrangers: tuple[Server, ...]
    world_services: Mapping[str, Callable[[], bool]]
    world: World
    samples: Samples
    arms: Arms
    camera: Camera
    layout: Layout
