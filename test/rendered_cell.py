"""A cell whose cameras look into the MuJoCo world: what perception gets from rendered pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from eyehand_core.cells.cell import Cell, load_cell
from eyehand_core.geometry import rotation
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_nodekit.jpeg import encode_jpeg
from eyehand_perception.marker_detector import MarkerDetector
from eyehand_perception.object_pose import CameraView
from eyehand_world.render_profile import load_profile
from eyehand_world.renderer import Renderer
from eyehand_world.snapshot import Snapshot
from numpy.typing import NDArray

CONFIG = Path(__file__).resolve().parents[1] / "config"
CELL = load_cell(CONFIG / "cells" / "rehearsal.yaml")
_NOISE_VALUES = 6_000_000
"""More than a picture has."""


@dataclass(frozen=True, kw_only=True)
class Imperfection:
    """What separates a real camera from a rendered one; all are standard deviations.

    Attributes:
        grey: noise of each pixel, of 255.
        position: error of each camera's calibrated position along each axis [m].
        angle: error of its orientation about each axis [rad].
        seed: of the noise.
    """

    grey: float = 0.0
    position: float = 0.0
    angle: float = 0.0
    seed: int = 0


class RenderedCell:
    """Cameras of a cell in a simulated world.

    Args:
        cell: its cameras are ideal pinholes.
        profile: render profile.
        imperfection: of pictures and calibration.
    """

    def __init__(
        self,
        cell: Cell = CELL,
        profile: str = "standard",
        imperfection: Imperfection = Imperfection(),  # noqa: B008 - frozen
    ) -> None:
        self.cell = cell
        self._renderer = Renderer(load_profile(CONFIG, profile))
        self._detector = MarkerDetector(cell.dictionary)
        self._rng = np.random.default_rng(imperfection.seed)
        self._imperfection = imperfection
        # Drawn once, because drawing it takes longer than a picture; each picture has another part.
        self._noise = np.round(self._rng.normal(0.0, imperfection.grey, _NOISE_VALUES)).astype(
            np.int16
        )
        self._true_poses = {name: self._misplaced(name) for name in cell.cameras}

    def close(self) -> None:
        self._renderer.close()

    def picture(self, snapshot: Snapshot, camera: str) -> NDArray[np.uint8]:
        """Return what a camera sees, shape (height, width, 3)."""
        lens = self.cell.cameras[camera].measured.lens
        model = CameraModel(width=lens.width, height=lens.height, vertical_fov=lens.vertical_fov)
        picture = self._renderer.render(snapshot, model, self._true_poses[camera])
        start = int(self._rng.integers(len(self._noise) - picture.size))
        noise = self._noise[start : start + picture.size].reshape(picture.shape)
        return np.asarray(np.clip(picture + noise, 0, 255), dtype=np.uint8)

    def views(self, snapshot: Snapshot) -> list[CameraView]:
        """Return the markers that all cameras see, found in compressed pictures."""
        return [self._view(snapshot, name) for name in self.cell.cameras]

    def _view(self, snapshot: Snapshot, camera: str) -> CameraView:
        measured = self.cell.cameras[camera].measured
        jpeg = np.frombuffer(encode_jpeg(self.picture(snapshot, camera), 95), dtype=np.uint8)
        gray = cv2.imdecode(jpeg, cv2.IMREAD_GRAYSCALE)
        sightings = self._detector.find(gray, measured.lens)
        return CameraView(lens=measured.lens, pose=measured.pose, sightings=sightings)

    def _misplaced(self, camera: str) -> Pose:
        pose = self.cell.cameras[camera].measured.pose
        shift: Array = self._rng.normal(0.0, self._imperfection.position, 3)
        roll, pitch, yaw = self._rng.normal(0.0, self._imperfection.angle, 3)
        turn = rotation.multiply(rotation.from_rpy(roll, pitch, yaw), pose.quaternion)
        return Pose.of(pose.position + shift, turn)
