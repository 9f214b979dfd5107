"""How large an encoded picture is, from its first bytes, without decoding it."""

from __future__ import annotations

import struct

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
# Markers of a JPEG that hold its size: all that begin a frame (ITU-T T.81, table B.1).
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height [pixel] that a PNG or JPEG declares; None for anything else."""
    try:
        if data.startswith(_PNG):
            width, height = struct.unpack_from(">II", data, 16)
            return width, height
        return _jpeg_size(data) if data.startswith(_JPEG) else None
    except (struct.error, IndexError):
        return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = len(_JPEG)
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        if marker == 0xFF or marker in _ALONE:
            at += 1 if marker == 0xFF else 2
            continue
        at += 2 + struct.unpack_from(">H", data, at + 2)[0]
    return None
