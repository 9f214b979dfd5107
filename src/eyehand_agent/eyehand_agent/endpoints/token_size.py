"""How much of a context window and of a request a part of a conversation takes."""

from __future__ import annotations

import io
import math

_CHARACTERS_PER_TOKEN = 3.5
_PIXELS_PER_TOKEN = 750.0
"""Published by Anthropic for its models (docs, "Vision"); others count in tiles of like size."""
_ASSUMED_PIXELS = 1280 * 960
_BASE64 = 4.0 / 3.0


def text_tokens(text: str) -> int:
    """Estimate the tokens of a text; JSON and numbers take more than prose."""
    return math.ceil(len(text) / _CHARACTERS_PER_TOKEN)


def image_tokens(jpeg: bytes) -> int:
    """Estimate the tokens of an image; they depend on its pixels, not on its bytes."""
    return math.ceil(_pixels(jpeg) / _PIXELS_PER_TOKEN)


def image_bytes(jpeg: bytes) -> int:
    """Return the bytes that an image takes in a request."""
    return math.ceil(len(jpeg) * _BASE64)


def _pixels(jpeg: bytes) -> int:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(jpeg)) as image:  # reads the header alone
            return int(image.width * image.height)
    except UnidentifiedImageError:
        return _ASSUMED_PIXELS
