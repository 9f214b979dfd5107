"""How pictures reach a model: as they were taken, or smaller."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace

from eyehand_core.observation import View


@dataclass(frozen=True, kw_only=True)
class ImagePolicy:
    """Size and coding of the pictures of a request.

    Attributes:
        width: largest width [px]; 0 for the picture as it was taken, byte for byte.
        quality: JPEG quality of smaller pictures, 1 to 100.
    """

    width: int = 0
    quality: int = 95

    def apply(self, view: View) -> View:
        """Return the view as the model gets it."""
        if not self.width:
            return view
        from PIL import Image

        with Image.open(io.BytesIO(view.jpeg)) as image:
            if image.width <= self.width:
                return view
            height = max(1, round(image.height * self.width / image.width))
            smaller = image.resize((self.width, height), Image.Resampling.LANCZOS)
        coded = io.BytesIO()
        smaller.save(coded, "JPEG", quality=self.quality)
        return replace(view, jpeg=coded.getvalue())
