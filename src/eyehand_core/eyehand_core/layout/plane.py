"""The two ways in which a canvas can be looked at."""

from __future__ import annotations

from typing import Literal

Plane = Literal["vertical", "ground"]
"""``vertical`` as seen from the front, ``ground`` as seen from above."""

PLANES: tuple[Plane, ...] = ("vertical", "ground")
