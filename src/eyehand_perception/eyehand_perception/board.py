"""The calibration board: a chessboard with markers in its white squares (ChArUco)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from eyehand_core.cells.marker_image import load_dictionary
from eyehand_core.config_file import ConfigFile
from eyehand_core.geometry.rotation import Array
from numpy.typing import NDArray

_LEAST_CORNERS = 6
_ARUCO: Any = cv2.aruco  # its interface differs from release to release


@dataclass(frozen=True, kw_only=True)
class BoardSpec:
    """A printed board. Its frame: origin at the upper left, x right, y down, z into the paper.

    Attributes:
        columns: squares along x.
        rows: squares along y.
        square: edge of a square [m]; measure it on the print.
        marker: edge of a marker [m].
        dictionary: family of its markers, different from that of the objects.
    """

    columns: int
    rows: int
    square: float
    marker: float
    dictionary: str


@dataclass(frozen=True, kw_only=True, eq=False)
class BoardSighting:
    """Chessboard corners in one picture.

    Attributes:
        points: on the board [m], shape (n, 3), z zero.
        pixels: in the picture [pixel], shape (n, 2).
    """

    points: Array
    pixels: Array


class Board:
    """Draws and finds one board.

    Raises:
        UnknownNameError: OpenCV has no such marker dictionary.
    """

    def __init__(self, spec: BoardSpec) -> None:
        self.spec = spec
        dictionary = load_dictionary(spec.dictionary)
        self._dictionary = dictionary
        size = (spec.columns, spec.rows)
        if hasattr(_ARUCO, "CharucoDetector"):
            self._board = _ARUCO.CharucoBoard(size, spec.square, spec.marker, dictionary)
            self._detector: Any = _ARUCO.CharucoDetector(self._board)
        else:  # OpenCV before 4.7 (Ubuntu 22.04 and 24.04)
            self._board = _ARUCO.CharucoBoard_create(*size, spec.square, spec.marker, dictionary)
            self._detector = None

    @property
    def corner_points(self) -> Array:
        """All inner corners on the board [m], shape (n, 3)."""
        corners = getattr(self._board, "getChessboardCorners", None)
        points = corners() if corners is not None else self._board.chessboardCorners
        return np.asarray(points, dtype=np.float64).reshape(-1, 3)

    def draw(self, pixels_per_square: int) -> NDArray[np.uint8]:
        """Return the board as a grey picture without margin."""
        width = self.spec.columns * pixels_per_square
        height = self.spec.rows * pixels_per_square
        draw = getattr(self._board, "generateImage", None) or self._board.draw
        return np.asarray(draw((width, height)), dtype=np.uint8)

    def find(self, gray: NDArray[np.uint8]) -> BoardSighting | None:
        """Return the corners in a grey picture, None if there are too few."""
        corners, ids = self._corners(gray)
        if ids is None or len(ids) < _LEAST_CORNERS:
            return None
        points = self.corner_points[np.ravel(ids)]
        return BoardSighting(points=points, pixels=np.reshape(corners, (-1, 2)).astype(np.float64))

    def _corners(self, gray: NDArray[np.uint8]) -> tuple[Any, Any]:
        if self._detector is not None:
            corners, ids, _, _ = self._detector.detectBoard(gray)
            return corners, ids
        markers, numbers, _ = _ARUCO.detectMarkers(gray, self._dictionary)
        if numbers is None:
            return None, None
        _, corners, ids = _ARUCO.interpolateCornersCharuco(markers, numbers, gray, self._board)
        return corners, ids


def read_board(file: ConfigFile) -> BoardSpec:
    """Read a board file; the caller finishes it."""
    root = file.root
    spec = BoardSpec(
        columns=root.integer("columns", 3, 40),
        rows=root.integer("rows", 3, 40),
        square=root.number("square", 0.005, 0.5),
        marker=root.number("marker", 0.003, 0.5),
        dictionary=root.text("dictionary"),
    )
    if spec.marker >= spec.square:
        root.problem("marker", f"must be below square ({spec.square:g}), got {spec.marker:g}")
    root.close()
    return spec
