"""Previews of motions as markers for RViz and Foxglove."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_nodekit.state_messages import pose_to_message
from geometry_msgs.msg import Point, Vector3
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from eyehand_executor.safety.approval import MotionPreview

_WORLD = "world"
_LINE_M = 0.004
_AXIS_M = 0.08
_SHAFT_M = 0.006
_TEXT_M = 0.04
_TEXT_PLACE = (0.0, 0.0, 1.4)
_ORANGE = (1.0, 0.55, 0.0)
_AXES = (
    ((1.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
    ((0.0, 1.0, 0.0), (0.0, 0.8, 0.0)),
    ((0.0, 0.0, 1.0), (0.2, 0.4, 1.0)),
)
"""Direction in the end pose and colour: x red, y green, z blue."""


def preview_markers(preview: MotionPreview | None) -> MarkerArray:
    """Return a path, the axes of its end pose and a line of text; without a preview, nothing."""
    markers = [Marker(action=Marker.DELETEALL)]
    if preview is not None:
        markers += [*_paths(preview), *_ends(preview), _text(preview.text)]
    for number, marker in enumerate(markers):
        marker.header.frame_id = _WORLD
        marker.id = number
    return MarkerArray(markers=markers)


def _paths(preview: MotionPreview) -> Iterator[Marker]:
    for arm, points in preview.paths.items():
        marker = _marker(Marker.LINE_STRIP, f"{arm}/path", _ORANGE, (_LINE_M, 0.0, 0.0))
        marker.points = [Point(x=x, y=y, z=z) for x, y, z in points.tolist()]
        yield marker


def _ends(preview: MotionPreview) -> Iterator[Marker]:
    for arm, pose in preview.ends.items():
        for (x, y, z), color in _AXES:
            marker = _marker(Marker.ARROW, f"{arm}/end", color, (_SHAFT_M, 2 * _SHAFT_M, 0.0))
            marker.pose = pose_to_message(pose)
            tip = Point(x=_AXIS_M * x, y=_AXIS_M * y, z=_AXIS_M * z)
            marker.points = [Point(), tip]
            yield marker


def _text(words: str) -> Marker:
    marker = _marker(Marker.TEXT_VIEW_FACING, "text", (1.0, 1.0, 1.0), (0.0, 0.0, _TEXT_M))
    x, y, z = _TEXT_PLACE
    marker.pose.position = Point(x=x, y=y, z=z)
    marker.text = f"confirm: {words}"
    return marker


def _marker(
    kind: int,
    name: str,
    color: tuple[float, float, float],
    scale: tuple[float, float, float],
) -> Marker:
    red, green, blue = color
    marker = Marker(ns=name, type=kind, action=Marker.ADD)
    marker.color = ColorRGBA(r=red, g=green, b=blue, a=1.0)
    marker.scale = Vector3(x=scale[0], y=scale[1], z=scale[2])
    marker.pose.orientation.w = 1.0
    return marker
