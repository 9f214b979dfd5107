"""Shapes that task files name, built from primitives.

Every shape has a frame: plain bodies, bottles and pens have it in the middle, things that stand on
the table at the centre of their base, z up.
"""

from eyehand_core.shapes import primitives, tools, vessels  # noqa: F401 - they register shapes
from eyehand_core.shapes.shape import SHAPES, Point, Shape, read_shape

__all__ = ["SHAPES", "Point", "Shape", "read_shape"]
