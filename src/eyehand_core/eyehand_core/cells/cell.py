"""Cell files: cameras, marker dictionary and marked objects of one physical set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from eyehand_core.cells.cell_camera import CellCamera, read_cell_camera
from eyehand_core.cells.marker import Marker, read_marker
from eyehand_core.config_file import ConfigFile, Section
from eyehand_core.errors import ConfigError
from eyehand_core.scene import Scene, SceneObject

SIZE_TOLERANCE = 0.002
"""How much an object of the cell may differ from the one that the task asks for [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CellObject:
    """A physical object.

    Attributes:
        name: in the cell file.
        plays: what it stands for, ``<task>.<object>``.
        size: edge lengths [m] of the box around it, without its markers.
        markers: what it carries; empty for an object that cannot carry one.
    """

    name: str
    plays: tuple[str, ...]
    size: tuple[float, ...]
    markers: tuple[Marker, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Cell:
    """A cell file.

    Attributes:
        name: name of the file.
        dictionary: family of the markers, for example ``apriltag_36h11``.
        corner_deviation: standard deviation of a found marker corner [pixel]; poses state their
            uncertainty from it or from the residual, whichever is larger.
        pose_deviation: standard deviation that calibration and printing leave on positions [m].
        cameras: by name.
        objects: by name.
    """

    name: str
    dictionary: str
    corner_deviation: float
    pose_deviation: float
    cameras: Mapping[str, CellCamera]
    objects: Mapping[str, CellObject]

    def cast(self, scene: Scene) -> Mapping[str, CellObject]:
        """Return which physical object plays each object of a scene.

        Raises:
            ConfigError: an object of the task has no counterpart of its size.
        """
        return {item.name: self._player(scene.task, item) for item in scene.objects}

    def _player(self, task: str, item: SceneObject) -> CellObject:
        role = f"{task}.{item.name}"
        players = [candidate for candidate in self.objects.values() if role in candidate.plays]
        for player in players:
            if np.abs(np.subtract(player.size, item.size)).max() <= SIZE_TOLERANCE:
                return player
        size = "x".join(f"{1000 * edge:.0f}" for edge in item.size)
        found = ", ".join(player.name for player in players) or "none"
        raise ConfigError(
            f"cell {self.name!r} has no object of {size} mm that plays {role!r} (that play it: "
            f"{found}); add one under 'objects' with its size, markers and 'plays: [{role}]'"
        )


def load_cell(path: Path) -> Cell:
    """Read a cell file; calibrations are in the folder beside it that has its name.

    Raises:
        ConfigFileError: all problems of the file or of a calibration, with lines.
    """
    file = ConfigFile(path)
    root = file.root
    cameras, objects = root.section("cameras"), root.section("objects", optional=True)
    cell = Cell(
        name=root.text("name"),
        dictionary=root.text("dictionary"),
        corner_deviation=root.number("corner_deviation_px", 0.01, 10.0),
        pose_deviation=root.number("pose_deviation", 0.0, 0.05),
        cameras={
            name: read_cell_camera(name, cameras.section(name), path.with_suffix(""))
            for name in cameras.names
        },
        objects={name: _read_object(name, objects.section(name)) for name in objects.names},
    )
    _check_markers(objects, cell)
    cameras.close()
    objects.close()
    root.close()
    file.finish()
    return cell


def _read_object(name: str, section: Section) -> CellObject:
    item = CellObject(
        name=name,
        plays=section.words("plays"),
        size=section.vector("size", 3, minimum=0.001, maximum=2.0),
        markers=tuple(read_marker(entry) for entry in section.sections("markers", optional=True)),
    )
    for role in item.plays:
        if role.count(".") != 1:
            section.problem("plays", f"expected <task>.<object>, got {role!r}")
    section.close()
    return item


def _check_markers(section: Section, cell: Cell) -> None:
    owners: dict[int, str] = {}
    for item in cell.objects.values():
        for marker in item.markers:
            other = owners.setdefault(marker.id, item.name)
            if other != item.name or [m.id for m in item.markers].count(marker.id) > 1:
                section.problem(item.name, f"marker {marker.id} is used twice; give each its own")
