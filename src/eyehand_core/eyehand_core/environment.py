"""Environment files: the fixed surroundings of a robot, the same for worlds and planners."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eyehand_core.config_file import ConfigFile

_SURFACE_TOLERANCE = 1e-6
"""Height difference up to which an obstacle's top counts as the table surface [m]."""


@dataclass(frozen=True, kw_only=True)
class Obstacle:
    """A fixed box.

    Attributes:
        name: used in refusals and contacts.
        size: edge lengths [m].
        center: in the world frame [m].
        color: red, green, blue, 0 to 1.
    """

    name: str
    size: tuple[float, ...]
    center: tuple[float, ...]
    color: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Environment:
    """Surroundings of the robot.

    Attributes:
        table_height: z of the surface that objects are spawned on [m].
    """

    name: str
    table_height: float
    obstacles: tuple[Obstacle, ...]

    @property
    def surfaces(self) -> frozenset[str]:
        """Names of the obstacles whose top is the surface that objects lie on."""
        return frozenset(
            item.name
            for item in self.obstacles
            if abs(item.center[2] + 0.5 * item.size[2] - self.table_height) < _SURFACE_TOLERANCE
        )


def load_environment(path: Path) -> Environment:
    """Read an environment file.

    Raises:
        ConfigFileError: all problems of the file, with lines.
    """
    file = ConfigFile(path)
    obstacles = []
    for section in file.root.sections("obstacles"):
        obstacles.append(
            Obstacle(
                name=section.text("name"),
                size=section.vector("size", 3, minimum=1e-4, maximum=10.0),
                center=section.vector("center", 3),
                color=section.vector("color", 3, default=(0.7, 0.7, 0.7), minimum=0.0, maximum=1.0),
            )
        )
        section.close()
    environment = Environment(
        name=file.root.text("name"),
        table_height=file.root.number("table_height", 0.0, 3.0),
        obstacles=tuple(obstacles),
    )
    file.root.close()
    file.finish()
    return environment
