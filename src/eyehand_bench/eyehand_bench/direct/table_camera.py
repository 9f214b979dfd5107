"""Pictures of a table from above, for layouts that a robot arranges."""

from __future__ import annotations

import math
from pathlib import Path

from eyehand_core.geometry.camera_model import CameraModel, look_at
from eyehand_core.layout.embodied.patch import Patch
from eyehand_core.layout.rules import CANVAS
from eyehand_nodekit.jpeg import encode_jpeg
from eyehand_world.render_profile import load_profile
from eyehand_world.renderer import Renderer
from eyehand_world.snapshot import Snapshot

PROFILE = "fast"
_SIZE = (768, 512)
_QUALITY = 90
# The camera hangs this high above the table [m] and sees this much more than the canvas.
_HEIGHT = 1.2
_BORDER = 1.6
# A camera that looks straight down has no upright direction; it stands back by this much [m].
_BACK = 0.01


class TableCamera:
    """Looks at the canvas and at the supply on both sides of it.

    Args:
        config: configuration folder.
        patch: where the canvas lies.
    """

    def __init__(self, config: Path, patch: Patch) -> None:
        x, y = patch.center
        half = _BORDER * CANVAS * patch.scale / 2.0
        fov = 2.0 * math.atan2(half, _HEIGHT)
        self._camera = CameraModel(width=_SIZE[0], height=_SIZE[1], vertical_fov=fov)
        self._pose = look_at((x, y - _BACK, patch.height + _HEIGHT), (x, y, patch.height))
        self._renderer = Renderer(load_profile(config, PROFILE))

    def picture(self, snapshot: Snapshot) -> bytes:
        """Return what can be seen now, as JPEG.

        Raises:
            WorldError: the machine cannot draw.
        """
        return encode_jpeg(self._renderer.render(snapshot, self._camera, self._pose), _QUALITY)

    def close(self) -> None:
        """Free the graphics."""
        self._renderer.close()
