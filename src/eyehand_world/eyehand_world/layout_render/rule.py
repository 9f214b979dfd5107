"""The rule renderer: draws a scene as it is. Deterministic; pictures of all scored results."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from eyehand_core.layout.scene import LayoutScene
from eyehand_nodekit.jpeg import encode_jpeg

from eyehand_world.layout_render.drawing import Image, draw_scene
from eyehand_world.layout_render.picture import Picture, Shot
from eyehand_world.layout_render.viewpoint import Viewpoint

RULE_VERSION = 2
_JPEG_QUALITY = 92


@dataclass(frozen=True, kw_only=True)
class RuleRenderer:
    """Draws scenes.

    Attributes:
        size: edge length of the square image [pixel]; never changes geometry.
        perspective: draw the canvas as a floor instead of straight from the front.
        labels: write the names of the objects.
    """

    size: int = 512
    perspective: bool = False
    labels: bool = True

    def render(self, scene: LayoutScene, shot: Shot) -> Picture:
        """Return the picture of a scene, whatever it is taken for.

        Raises:
            WorldError: the picture could not be encoded.
        """
        drawn = cv2.cvtColor(self.draw(scene), cv2.COLOR_BGR2RGB)
        jpeg = encode_jpeg(drawn.astype(np.uint8, copy=False), _JPEG_QUALITY)
        return Picture(jpeg=jpeg, renderer="rule", version=RULE_VERSION)

    def draw(self, scene: LayoutScene) -> Image:
        """Return the picture, shape (size, size, 3), blue green red."""
        viewpoint = Viewpoint(size=self.size, perspective=self.perspective)
        return draw_scene(scene, viewpoint, self.labels)
