"""A picture of a scene and how it came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from eyehand_core.layout.scene import LayoutScene


@dataclass(frozen=True, kw_only=True)
class Shot:
    """What a picture is taken for; an image service draws its seed from it.

    Attributes:
        task: task id.
        seed: seed of the instance.
        step: legal actions so far.
    """

    task: str = ""
    seed: int = 0
    step: int = 0


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A picture.

    Attributes:
        jpeg: encoded image.
        renderer: name of the back end that made it.
        version: version of that back end; pictures of different versions are not compared.
        degraded: an image service was asked first and failed.
        reason: why it is degraded; empty otherwise.
        provenance: what it takes to make it again: model, sampler, seed, hash of the workflow.
        attempts: requests made to an image service.
        seconds: wall time that it took.
    """

    jpeg: bytes
    renderer: str
    version: int
    degraded: bool = False
    reason: str = ""
    provenance: Mapping[str, Any] = field(default_factory=dict)
    attempts: int = 0
    seconds: float = 0.0

    def note(self) -> dict[str, Any]:
        """Return everything but the image, for the record."""
        return {key: value for key, value in vars(self).items() if key != "jpeg"}


class LayoutRenderer(Protocol):
    """Makes pictures of scenes."""

    @property
    def size(self) -> int:
        """Edge length of the square picture [pixel]."""
        ...

    def render(self, scene: LayoutScene, shot: Shot) -> Picture:
        """Return the picture of a scene.

        Raises:
            WorldError: there is no picture, not even by rule.
        """
        ...
