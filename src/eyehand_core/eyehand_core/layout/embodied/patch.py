"""Where the canvas lies on the table.

Seen from the robot, right on the canvas is world +x and up on the canvas, away from the viewer,
is world +y.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eyehand_core.config_file import ConfigFile, Section
from eyehand_core.errors import ConfigError
from eyehand_core.layout.rules import CANVAS

_MIDDLE = CANVAS / 2.0


@dataclass(frozen=True, kw_only=True)
class Patch:
    """The part of the table that is the canvas.

    Attributes:
        center: its middle in the world, x, y [m].
        scale: length of one canvas unit on the table [m].
        height: z of the surface [m].
        supply: places of things that are not in the scene, x, y in the world [m], by the order
            in which the task declares the things.
    """

    center: tuple[float, float]
    scale: float
    height: float
    supply: tuple[tuple[float, float], ...]

    def to_world(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return a point of the canvas [canvas units] in the world [m]."""
        return (
            self.center[0] + (point[0] - _MIDDLE) * self.scale,
            self.center[1] - (point[1] - _MIDDLE) * self.scale,
        )

    def to_canvas(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the world [m] on the canvas [canvas units]."""
        return (
            _MIDDLE + (x - self.center[0]) / self.scale,
            _MIDDLE - (y - self.center[1]) / self.scale,
        )


def has_table(config: Path, robot: str) -> bool:
    """Tell whether it is declared where a robot arranges layouts."""
    return _path(config, robot).is_file()


def load_patch(config: Path, robot: str) -> Patch:
    """Return where a robot arranges layouts.

    Args:
        config: configuration folder.
        robot: name of the robot.

    Raises:
        ConfigError: the robot has no such place, or its file has problems.
    """
    path = _path(config, robot)
    if not path.is_file():
        able = ", ".join(sorted(p.stem for p in path.parent.glob("*.yaml"))) or "none"
        raise ConfigError(
            f"robot {robot!r} has no table for layouts (robots that have one: {able}); declare it "
            f"in {path}"
        )
    file = ConfigFile(path)
    root = file.root
    center = root.vector("center", 2, minimum=-3.0, maximum=3.0)
    patch = Patch(
        center=(center[0], center[1]),
        scale=root.number("metres_per_unit", 1e-4, 0.01),
        height=root.number("surface", 0.0, 3.0),
        supply=tuple(_place(section) for section in root.sections("supply")),
    )
    root.close()
    file.finish()
    return patch


def _path(config: Path, robot: str) -> Path:
    return config / "layout_tables" / f"{robot}.yaml"


def _place(section: Section) -> tuple[float, float]:
    place = section.number("x", -3.0, 3.0), section.number("y", -3.0, 3.0)
    section.close()
    return place
