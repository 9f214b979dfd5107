"""Pairs of links that need no collision check, found as MoveIt's setup assistant finds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum

import numpy as np
import pinocchio
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot

from eyehand_executor.robot_description import RobotDescription

LinkPair = tuple[str, str]
"""Two link names in alphabetical order."""

SAMPLES = 10_000
_ALWAYS_SHARE = 0.95
"""Share of random postures from which on a collision says nothing."""
_FIRST_SAMPLES = 200
"""Postures after which pairs that have collided are no candidates for "never" and are left out."""
_NEAR_M = 0.005
"""Links nearer than this count as colliding, so that "never" leaves a margin."""


class Why(Enum):
    """Why a pair needs no check, in the words of MoveIt's files."""

    ADJACENT = "Adjacent"
    DEFAULT = "Default"
    ALWAYS = "Always"
    NEVER = "Never"


def unchecked_pairs(
    description: RobotDescription, robot: Robot, samples: int = SAMPLES
) -> dict[LinkPair, Why]:
    """Return the pairs of links with shapes that need no check, each with the reason.

    Adjacent: joined by a joint. Default: touching at home, with grippers open or closed. Always:
    touching in nearly every random posture. Never: in none of them; judged for links of the same
    arm and what carries it only. Small links of two arms meet in too few of any affordable number
    of random postures for that, but do meet when both arms work on one object.
    """
    model = _ShapeModel(description)
    pairs = {pair: Why.ADJACENT for pair in model.pairs if description.joined(*pair)}
    for pair in sorted(set().union(*(model.near(q) for q in _homes(model, robot)))):
        pairs.setdefault(pair, Why.DEFAULT)
    generator = np.random.default_rng(0)
    for arm in robot.arms.values():
        others = [other.base_frame for other in robot.arms.values() if other is not arm]
        links = {
            link
            for link in model.links
            if not any(description.is_below(link, base) for base in others)
        }
        found = _judge_arm(model, links, (model.random(generator) for _ in range(samples)))
        for pair, why in found.items():
            pairs.setdefault(pair, why)
    return pairs


def _judge_arm(
    model: _ShapeModel, links: set[str], postures: Iterable[Array]
) -> dict[LinkPair, Why]:
    asked = {pair for pair in model.pairs if set(pair) <= links}
    model.ask_about(asked)
    hits: Counter[LinkPair] = Counter()
    always: set[LinkPair] = set()
    for index, posture in enumerate(postures, start=1):
        hits.update(model.near(posture))
        if index == _FIRST_SAMPLES:
            always = {pair for pair in asked if hits[pair] >= _ALWAYS_SHARE * index}
        if index >= _FIRST_SAMPLES and index % _FIRST_SAMPLES == 0:
            model.ask_about(asked - set(hits))
    reasons = {pair: Why.NEVER for pair in asked if not hits[pair]}
    return reasons | {pair: Why.ALWAYS for pair in always}


def _homes(model: _ShapeModel, robot: Robot) -> list[Array]:
    return [
        model.posture(
            {
                name: value
                for arm in robot.arms.values()
                for name, value in (
                    *zip(arm.joints, arm.home, strict=True),
                    (arm.gripper.joint, arm.gripper.position(aperture)),
                )
            }
        )
        for aperture in (0.0, 1.0)
    ]


class _ShapeModel:
    """Collision shapes of the whole robot, asked by pairs of links."""

    def __init__(self, description: RobotDescription) -> None:
        self._model = pinocchio.buildModelFromXML(description.urdf)
        self._data = self._model.createData()
        self._geometry = pinocchio.buildGeomFromUrdfString(
            self._model, description.urdf, pinocchio.GeometryType.COLLISION
        )
        self._geometry.addAllCollisionPairs()
        self._mimics = description.mimics
        self._of_shape = [
            str(self._model.frames[item.parentFrame].name)
            for item in self._geometry.geometryObjects
        ]
        self.links = set(self._of_shape)
        self._pair_of = [
            self._link_pair(item.first, item.second) for item in self._geometry.collisionPairs
        ]
        self.pairs = sorted({pair for pair in self._pair_of if pair[0] != pair[1]})
        self._checked = self._geometry.createData()
        for request in self._checked.collisionRequests:
            request.security_margin = _NEAR_M
        self.ask_about(set(self.pairs))

    def ask_about(self, pairs: set[LinkPair]) -> None:
        """Restrict ``near`` to some pairs."""
        self._asked = [index for index, pair in enumerate(self._pair_of) if pair in pairs]
        self._checked.deactivateAllCollisionPairs()
        for index in self._asked:
            self._checked.activateCollisionPair(index)

    def near(self, posture: Array) -> set[LinkPair]:
        """Return the pairs that touch or nearly touch."""
        pinocchio.computeCollisions(
            self._model, self._data, self._geometry, self._checked, posture, False
        )
        results = self._checked.collisionResults
        return {self._pair_of[index] for index in self._asked if results[index].isCollision()}

    def posture(self, positions: Mapping[str, float]) -> Array:
        """Return a configuration with some joints set, their followers too, others at zero."""
        q = np.asarray(pinocchio.neutral(self._model)).copy()
        for name, value in positions.items():
            q[self._index(name)] = value
        return self._with_followers(q)

    def random(self, generator: np.random.Generator) -> Array:
        """Return a configuration drawn evenly between the joint limits."""
        lower, upper = self._model.lowerPositionLimit, self._model.upperPositionLimit
        return self._with_followers(generator.uniform(lower, upper))

    def _with_followers(self, q: Array) -> Array:
        for name, mimic in self._mimics.items():
            q[self._index(name)] = mimic.multiplier * q[self._index(mimic.leader)] + mimic.offset
        return q

    def _index(self, joint: str) -> int:
        return int(self._model.joints[self._model.getJointId(joint)].idx_q)

    def _link_pair(self, first: int, second: int) -> LinkPair:
        a, b = sorted((self._of_shape[first], self._of_shape[second]))
        return a, b
