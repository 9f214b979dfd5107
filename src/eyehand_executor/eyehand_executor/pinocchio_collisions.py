"""Collision model of the arms in use, from URDF primitives and the environment's boxes (coal)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence

import coal
import numpy as np
import pinocchio
from eyehand_core.environment import Environment, Obstacle
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.rotation import Array

from eyehand_executor.kinematics import CollisionPair, KinematicsRequest
from eyehand_executor.obstacle_growth import START_OVERLAP
from eyehand_executor.robot_description import RobotDescription

Exceptions = Mapping[int, float]
"""Clearance [m] by number of the pair, where it differs from the usual one."""
_NO_EXCEPTIONS: Exceptions = {}


class CollisionModel:
    """Checks configurations of a Pinocchio model.

    Not checked are pairs that cannot be told from touching: links joined by a joint, and links
    that are nearer than the clearance in the home posture with the grippers shut or open.

    Args:
        model: Pinocchio model of the whole robot.
        description: the robot's URDF.
        environment: boxes around the robot.
        request: robot, arms in use and clearances.
        homes: home configurations of ``model`` that define the unchecked pairs.

    Raises:
        ConfigError: an arm overlaps an obstacle in the home posture.
    """

    def __init__(
        self,
        model: pinocchio.Model,
        description: RobotDescription,
        environment: Environment,
        request: KinematicsRequest,
        homes: Sequence[Array],
    ) -> None:
        self._model = model
        self._data = model.createData()
        self._clearances = request.clearances
        self._description = description
        self._request = request
        self._applied = _NO_EXCEPTIONS
        self._surface = environment.surfaces
        self._geometry = pinocchio.buildGeomFromUrdfString(
            model, description.urdf, pinocchio.GeometryType.COLLISION
        )
        self._drop_unused_arms()
        self._links = [
            str(model.frames[item.parentFrame].name) for item in self._geometry.geometryObjects
        ]
        self._bodies = [self._body(link) for link in self._links]
        self._obstacles = {obstacle.name for obstacle in environment.obstacles}
        for obstacle in environment.obstacles:
            self._add_obstacle(obstacle)
        self._geometry.addAllCollisionPairs()
        self._drop_neighbours()
        self._drop_pairs_at_home(homes)
        self._geometry_data = self._prepare()
        self._manager = pinocchio.BroadPhaseManager_DynamicAABBTreeCollisionManager(
            model, self._geometry, self._geometry_data
        )

    def first_pair(self, q: Array, exceptions: Exceptions) -> CollisionPair | None:
        """Return the first pair nearer than allowed at the model configuration ``q``."""
        self._apply(exceptions)
        found = pinocchio.computeCollisions(self._model, self._data, self._manager, q, True)
        if not found:
            return None
        # The tree reports pairs in the order of its history; the list order is the same always.
        index = next(self._touching(q))
        return self._name(index)

    def exceptions_at(self, q: Array) -> Exceptions | CollisionPair:
        """Return smaller clearances for pairs that stand too near at ``q``: no nearer than that.

        A pair that overlaps so much that no path can start there is returned instead.
        """
        if self.first_pair(q, _NO_EXCEPTIONS) is None:
            return _NO_EXCEPTIONS
        exceptions = {}
        for index in list(self._touching(q)):
            distance = pinocchio.computeDistance(
                self._geometry, self._geometry_data, index
            ).min_distance
            if distance < -START_OVERLAP:
                return self._name(index)
            exceptions[index] = distance - self._clearances.contact_slack
        return exceptions

    def _apply(self, exceptions: Exceptions) -> None:
        if exceptions is self._applied:
            return
        requests = self._geometry_data.collisionRequests
        for index in self._applied:
            requests[index].security_margin = self._clearance(self._geometry.collisionPairs[index])
        for index, clearance in exceptions.items():
            requests[index].security_margin = clearance
        self._applied = exceptions

    def _touching(self, q: Array) -> Iterator[int]:
        pinocchio.computeCollisions(
            self._model, self._data, self._geometry, self._geometry_data, q, False
        )
        for index, result in enumerate(self._geometry_data.collisionResults):
            if result.isCollision():
                yield index

    def _name(self, index: int) -> CollisionPair:
        pair = self._geometry.collisionPairs[index]
        return CollisionPair(self._bodies[pair.first], self._bodies[pair.second])

    def _clearance(self, pair: pinocchio.CollisionPair) -> float:
        bodies = {self._bodies[pair.first], self._bodies[pair.second]}
        return self._clearances.table if bodies & self._surface else self._clearances.elsewhere

    def _drop_unused_arms(self) -> None:
        arms = self._request.robot.arms
        unused = [arm for name, arm in arms.items() if name not in self._request.arms]
        parts = [
            (str(item.name), str(self._model.frames[item.parentFrame].name))
            for item in self._geometry.geometryObjects
        ]
        for part, link in parts:
            if any(self._description.is_below(link, arm.base_frame) for arm in unused):
                self._geometry.removeGeometryObject(part)

    def _body(self, link: str) -> str:
        for name, arm in self._request.robot.arms.items():
            if self._description.is_below(link, arm.base_frame):
                return f"{name}/{link.removeprefix(f'{name}_')}"
        return link

    def _add_obstacle(self, obstacle: Obstacle) -> None:
        placement = pinocchio.SE3(np.eye(3), np.array(obstacle.center))
        shape = coal.Box(*obstacle.size)
        self._geometry.addGeometryObject(
            pinocchio.GeometryObject(f"obstacle {obstacle.name}", 0, placement, shape)
        )
        self._links.append(obstacle.name)
        self._bodies.append(obstacle.name)

    def _drop_neighbours(self) -> None:
        def joined(first: int, second: int) -> bool:
            return self._description.joined(self._links[first], self._links[second])

        self._drop_pairs(joined)

    def _drop_pairs_at_home(self, homes: Sequence[Array]) -> None:
        self._geometry_data = self._prepare()
        touching = {self._name(index) for home in homes for index in self._touching(home)}
        for pair in sorted(touching):
            if self._obstacles & set(pair):
                raise ConfigError(
                    f"robot {self._request.robot.name!r} touches in its home posture: "
                    f"{pair.first} and {pair.second}; change home, robot or environment"
                )

        def touch(first: int, second: int) -> bool:
            return CollisionPair(self._bodies[first], self._bodies[second]) in touching

        self._drop_pairs(touch)

    def _drop_pairs(self, dropped: Callable[[int, int], bool]) -> None:
        # The library's lists give views that shift when an entry is removed: copy first.
        pairs = [(int(pair.first), int(pair.second)) for pair in self._geometry.collisionPairs]
        self._geometry.removeAllCollisionPairs()
        for first, second in pairs:
            if not dropped(first, second):
                self._geometry.addCollisionPair(pinocchio.CollisionPair(first, second))

    def _prepare(self) -> pinocchio.GeometryData:
        data = self._geometry.createData()
        with warnings.catch_warnings():
            # The only switch against warm starts, which would make results depend on history.
            warnings.simplefilter("ignore", DeprecationWarning)
            for index, pair in enumerate(self._geometry.collisionPairs):
                request = data.collisionRequests[index]
                request.security_margin = self._clearance(pair)
                request.enable_cached_gjk_guess = False
        return data
