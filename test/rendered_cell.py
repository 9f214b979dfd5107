"""A cell whose cameras look into the MuJoCo world: what perception gets from rendered pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
from eyehand_core.cells.cell import Cell, load_cell
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_perception.marker_detector import MarkerDetector
from eyehand_perception.object_pose import CameraView
from eyehand_world.jpeg import encode_jpeg
from eyehand_world.render_profile import load_profile
from eyehand_world.renderer import Renderer, Snapshot

CONFIG = Path(__file__).resolve().parents[1] / "config"
CELL = load_cell(CONFIG / "cells" / "rehearsal.yaml")
JPEG_QUALITY = 95


class RenderedCell:
    """Cameras of a cell in a simulated world.

    Args:
        cell: its cameras are ideal pinholes.
        profile: render profile.
    """

    def __init__(self, cell: Cell = CELL, profile: str = "standard") -> None:
        self.cell = cell
        self._renderer = Renderer(load_profile(CONFIG, profile))
        self._detector = MarkerDetector(cell.dictionary)

    def close(self) -> None:
        self._renderer.close()

    def jpeg(self, snapshot: Snapshot, camera: str) -> bytes:
        """Return the picture that a camera delivers."""
        measured = self.cell.cameras[camera].measured
        lens = measured.lens
        model = CameraModel(
            width=lens.width, height=lens.height, vertical_fov=lens.vertical_fov
        )
        return encode_jpeg(self._renderer.render(snapshot, model, measured.pose), JPEG_QUALITY)

    def views(self, snapshot: Snapshot) -> list[CameraView]:
        """Return what all cameras see, found in the compressed pictures."""
        return [self._view(snapshot, name) for name in self.cell.cameras]

    def _view(self, snapshot: Snapshot, camera: str) -> CameraView:
        measured = self.cell.cameras[camera].measured
        data = self.jpeg(snapshot, camera)
        gray = cv2.imdecode(_buffer(data), cv2.IMREAD_GRAYSCALE)
        return CameraView(
            lens=measured.lens,
            pose=measured.pose,
            sightings=self._detector.find(gray, measured.lens),
        )


def _buffer(data: bytes):  # type: ignore[no-untyped-def]
    import numpy as np

    return np.frombuffer(data, dtype=np.uint8)
