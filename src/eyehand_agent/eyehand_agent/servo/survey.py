"""Where things are across the table, and how high: learned from looks between own moves."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from eyehand_core.geometry.rotation import Array

from eyehand_agent.servo.blobs import Blob
from eyehand_agent.servo.hand import Hand, Skill
from eyehand_agent.servo.image_jacobian import ImageJacobian, Sample, learn, learn_like
from eyehand_agent.servo.lost_sight import LostSightError
from eyehand_agent.servo.sight import see

_BESIDE = -0.06
_AHEAD = 0.03
"""Moves that teach the Jacobian [m]: to the middle of the table, and away from the robot. The
second one is short, since it brings the hand nearer to things that it could hide."""
_BEHIND = 0.11
"""Stand-off on the robot's side of a thing [m]: from there the hand hides nothing of it."""
_INTO_SIGHT = -0.035
_LOWER = -0.03
"""Moves down [m]: so that things on the table are seen whole from the side, and so that the
vertical scale can be learned."""
_ELONGATED = 1.35
"""Ratio of sides from which a thing is long or slender."""


@dataclass
class Survey:
    """What has been learned of the things on the table.

    Attributes:
        hand: who looks.
        hues: of the things, by role.
        places: across the table [m], shape (2,), by role.
        closing: direction to close in, across the table, shape (2,).
        middle, top: heights of the thing's middle and of its upper edge [m].
        slender: it is much taller than wide.
    """

    hand: Hand
    hues: dict[str, float]
    places: dict[str, Array] = field(default_factory=dict)
    closing: Array = field(default_factory=lambda: np.array([1.0, 0.0]))
    middle: float = 0.0
    top: float = 0.0
    slender: bool = False
    _samples: dict[str, list[Sample]] = field(default_factory=dict)
    _jacobian: ImageJacobian | None = None
    _glanced: bool = False

    def across(self) -> Skill[None]:
        """Learn places from above, at the height that the hand has, and stand off the thing.

        The Jacobian is learned once: the next time, at the same height, one look tells the place.

        Raises:
            LostSightError: the thing cannot be seen from above.
        """
        hand = self.hand
        self._samples = {role: [] for role in self.hues}
        nearest = hand.center[1]
        blob = yield from self._look_down()
        if self._jacobian is None:
            yield from hand.shift(
                0, _BESIDE, "learn how the picture moves when the hand goes aside"
            )
            yield from self._look_down()
            yield from hand.shift(1, _AHEAD, "learn how the picture moves when the hand goes ahead")
            blob = yield from self._look_down()
        self._learn(blob)
        x, y = self.places["thing"]
        yield from hand.shift(0, x - hand.center[0], "line up with the thing")
        behind = max(y - _BEHIND, nearest)
        yield from hand.shift(1, behind - hand.center[1], "stand off the thing")
        blob = yield from self._look_down()
        self._learn(blob)

    def place(self) -> Skill[None]:
        """Look down once more, from where the place is seen whole.

        Raises:
            LostSightError: the place has never been seen whole.
        """
        yield from self._look_down()
        self._learn(None)
        if "place" not in self.places:
            raise LostSightError("the place is not seen whole from above")

    def glance(self) -> Skill[None]:
        """See from the side, once, whether the thing is slender; the hand is in line with it.

        Raises:
            LostSightError: the thing cannot be seen from the side.
        """
        if self._glanced:
            return
        picture = yield from self.hand.look("side", "see whether the thing is tall")
        blob = see(picture, self.hues["thing"])
        if blob is None or blob.cut:
            wider = yield from self.hand.look_wider("see the thing whole")
            blob = blob if wider is None else see(wider, self.hues["thing"])
        if blob is None:
            raise LostSightError("the thing is not seen from the side")
        self.slender = blob.height > _ELONGATED * blob.width
        self._glanced = True

    def heights(self) -> Skill[None]:
        """Go down between two looks from the side, and learn how high the thing is.

        Raises:
            LostSightError: the thing cannot be seen from the side.
        """
        high, before = yield from self._height(_INTO_SIGHT, "bring the thing into the side view")
        low, after = yield from self._height(_LOWER, "learn how the picture moves on the way down")
        if high - low < 0.5 * abs(_LOWER):
            raise LostSightError("the hand cannot go down here")
        scale = (before.low[1] - after.low[1]) / (high - low)
        self.top = low - after.low[1] / scale
        self.middle = low - after.center[1] / scale

    def _height(self, way: float, reason: str) -> Skill[tuple[float, Blob]]:
        yield from self.hand.shift(2, way, reason)
        picture = yield from self.hand.look("side", "see how high the thing is")
        blob = see(picture, self.hues["thing"])
        if blob is None or blob.cut:
            raise LostSightError("the thing is not seen whole from the side")
        return float(self.hand.center[2]), blob

    def _look_down(self) -> Skill[Blob | None]:
        picture = yield from self.hand.look("topdown", "see where things are across the table")
        blobs = {role: see(picture, hue) for role, hue in self.hues.items()}
        for role, blob in blobs.items():
            if blob is not None and not blob.cut:
                sample = Sample(hand=self.hand.center[:2], pixel=blob.center)
                self._samples[role].append(sample)
        return blobs["thing"]

    def _learn(self, blob: Blob | None) -> None:
        samples = self._samples["thing"]
        jacobian = learn(samples)
        if jacobian is None and self._jacobian is not None:
            jacobian = learn_like(self._jacobian, samples)
        if jacobian is None:
            raise LostSightError("the thing is not seen whole from above")
        self._jacobian = jacobian
        for role, seen in self._samples.items():
            like = learn_like(jacobian, seen) if role != "thing" else jacobian
            if like is not None:
                self.places[role] = like.place
        if blob is not None:
            self.closing = _closing(jacobian.to_world(blob.hull))


def _closing(outline: Array) -> Array:
    """Return the direction across the narrower side of an outline [m], nearest to the x axis."""
    (_, (width, height), angle) = cv2.minAreaRect((1000.0 * outline).astype(np.float32))
    turn = np.radians(angle)
    sides = [np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])]
    if width > _ELONGATED * height or height > _ELONGATED * width:
        side = sides[0] if width < height else sides[1]
    else:
        side = max(sides, key=lambda direction: abs(direction[0]))
    return side if side[0] >= 0 else -side
