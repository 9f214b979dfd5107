"""The drawn layout over a live picture: where each object belongs, and what is still wrong."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np
from eyehand_core.cells.cell import CellObject
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.scene import Part, Scene, SceneObject
from numpy.typing import NDArray

RIGHT_COLOR = (60, 200, 60)
WRONG_COLOR = (40, 40, 235)
_MARKER_COLOR = (235, 160, 30)
_RING_POINTS = 32
_SHIFT = 4
_FONT_SCALE = 0.7
_JPEG_QUALITY = 85


def draw_overlay(
    jpeg: bytes,
    lens: Lens,
    camera: Pose,
    scene: Scene,
    cast: Mapping[str, CellObject],
    hints: Mapping[str, str],
) -> bytes:
    """Return the picture as JPEG with the outlines of the drawn layout.

    Args:
        jpeg: live picture.
        lens: of its camera.
        camera: optical pose.
        scene: drawn layout.
        cast: physical object by object of the scene; their markers are outlined too.
        hints: what is wrong with an object; those that are right are missing.
    """
    decoded = cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
    picture = np.asarray(decoded, dtype=np.uint8)
    for item in scene.objects:
        color = WRONG_COLOR if item.name in hints else RIGHT_COLOR
        for line in outlines(item):
            _draw(picture, lens, camera, line, color)
        for marker in cast[item.name].markers:
            pose = item.pose
            corners = [pose.transform(corner) for corner in marker.corners]
            if _faces(camera, pose @ marker.pose):
                _draw(picture, lens, camera, np.array([*corners, corners[0]]), _MARKER_COLOR)
                _label(picture, lens, camera, np.mean(corners, axis=0), str(marker.id))
    _list(picture, [hints.get(item.name, f"{item.name}: right") for item in scene.objects])
    _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return bytes(encoded)


def outlines(item: SceneObject) -> Iterator[Array]:
    """Yield lines in the world, each of shape (n, 3) [m], that show where an object belongs."""
    for part in item.parts:
        if part.collides:
            placed = item.pose @ Pose.of(part.position, part.quaternion)
            for line in _part_lines(part):
                yield np.array([placed.transform(point) for point in line])


def _part_lines(part: Part) -> Iterator[Array]:
    if part.kind == "box":
        yield from _box_lines(np.array(part.size) / 2.0)
        return
    radius = part.size[0]
    half = part.size[1] / 2.0 if part.kind != "sphere" else 0.0
    for level in {-half, half}:
        yield _ring(radius, level)
    if part.kind in ("sphere", "capsule"):
        yield _ring(radius, 0.0)[:, [0, 2, 1]] + [0.0, 0.0, half]


def _box_lines(half: Array) -> Iterator[Array]:
    corners = [half * signs for signs in itertools.product((-1.0, 1.0), repeat=3)]
    for first, second in itertools.combinations(corners, 2):
        if np.count_nonzero(first != second) == 1:
            yield np.array([first, second])


def _ring(radius: float, level: float) -> Array:
    turns = np.linspace(0.0, 2.0 * math.pi, _RING_POINTS + 1)
    ring = [radius * np.cos(turns), radius * np.sin(turns), np.full_like(turns, level)]
    return np.stack(ring, axis=1)


def _faces(camera: Pose, marker: Pose) -> bool:
    """Tell whether a marker shows its printed side to a camera."""
    return float(marker.matrix[:, 2] @ (camera.position - marker.position)) > 0.0


def _pixels(lens: Lens, camera: Pose, points: Array) -> Array:
    return lens.pixels((points - camera.position) @ camera.matrix)


def _draw(
    picture: NDArray[np.uint8], lens: Lens, camera: Pose, line: Array, color: tuple[int, ...]
) -> None:
    pixels = _pixels(lens, camera, line)
    if np.isfinite(pixels).all() and np.abs(pixels).max() < 1e5:
        fixed = (pixels * 2**_SHIFT).round().astype(np.int32)
        cv2.polylines(picture, [fixed], False, color, 1, cv2.LINE_AA, _SHIFT)


def _label(picture: NDArray[np.uint8], lens: Lens, camera: Pose, point: Array, text: str) -> None:
    (pixel,) = _pixels(lens, camera, point[None])
    if np.isfinite(pixel).all() and np.abs(pixel).max() < 1e5:
        at = (int(pixel[0]) - 6, int(pixel[1]) + 5)
        cv2.putText(
            picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, _MARKER_COLOR, 1, cv2.LINE_AA
        )


def _list(picture: NDArray[np.uint8], lines: Sequence[str]) -> None:
    for index, line in enumerate(lines):
        at = (12, 28 + 28 * index)
        for thickness, color in ((4, (255, 255, 255)), (2, (30, 30, 30))):
            cv2.putText(
                picture,
                line,
                at,
                cv2.FONT_HERSHEY_SIMPLEX,
                _FONT_SCALE,
                color,
                thickness,
                cv2.LINE_AA,
            )
