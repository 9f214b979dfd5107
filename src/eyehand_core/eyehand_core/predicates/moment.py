"""What a predicate looks at: one sample of the world and the facts fixed at reset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from eyehand_core.declarations import ArmRole
from eyehand_core.geometry.rotation import Array
from eyehand_core.layout.projection import measured_scene
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.task import initial_scene
from eyehand_core.robot import Robot
from eyehand_core.scene import Part
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import ArmState, Contact, ObjectState, WorldState


@dataclass(frozen=True, kw_only=True, eq=False)
class Facts:
    """What does not change during an episode.

    Attributes:
        settled: the sample at rest after the reset; "lifted" and "moved" are measured from it.
        points: named points of each object in its frame [m].
        parts: primitives of each object in its frame; an object without them counts as a box.
        fingers: contact names of the finger links of each arm.
        roles: the arm behind each role of the task.
        layout: plane, looks and regions of a layout task, as declared; None for other kinds.
    """

    settled: WorldState
    points: Mapping[str, Mapping[str, tuple[float, ...]]] = field(default_factory=dict)
    parts: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    fingers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    layout: LayoutScene | None = None

    @cached_property
    def settled_layout(self) -> LayoutScene:
        """The layout after the reset; only of a layout task."""
        return _layout(self.layout, self.settled)


@dataclass(frozen=True, kw_only=True, eq=False)
class Moment:
    """One sample of the world, seen by predicates."""

    now: WorldState
    facts: Facts

    @cached_property
    def layout(self) -> LayoutScene:
        """The layout that this sample shows; only of a layout task."""
        return _layout(self.facts.layout, self.now)

    def object(self, name: str) -> ObjectState:
        """Return the current state of an object."""
        return self.now.objects[name]

    def settled(self, name: str) -> ObjectState:
        """Return the state of an object after the reset."""
        return self.facts.settled.objects[name]

    def arm(self, name: str) -> ArmState:
        """Return the current state of an arm, given by its name or role."""
        return self.now.arms[self.facts.roles.get(name, name)]

    def rise(self, name: str) -> float:
        """Return how far an object is above its settled height [m]."""
        return float(self.object(name).pose.position[2] - self.settled(name).pose.position[2])

    def point(self, spot: str) -> Array:
        """Return ``object`` or ``object.point`` in the world [m], shape (3,)."""
        name, _, point = spot.partition(".")
        pose = self.object(name).pose
        return pose.transform(self.facts.points[name][point]) if point else pose.position

    def touching_fingers(self, arm: str, body: str) -> tuple[Contact, ...]:
        """Return the contacts of the arm's fingers with a body."""
        return self.now.contacts_between(body, self.facts.fingers[self.arm(arm).name])

    def vertical_alignment(self, name: str) -> float:
        """Return the cosine of the angle between the object's z axis and world up."""
        return float(np.clip(self.object(name).pose.matrix[2, 2], -1.0, 1.0))


def facts_of(task: Task, robot: Robot | None, settled: WorldState) -> Facts:
    """Return the facts of an episode.

    Args:
        task: the task file.
        robot: the robot file; None in a world without a robot.
        settled: the sample at rest after the reset.
    """
    points = {
        name: spec.points(settled.objects[name].size)
        for name, spec in task.objects.items()
        if hasattr(spec, "points")
    }
    parts = {
        name: spec.shape_of(settled.objects[name].size).parts
        for name, spec in task.objects.items()
        if hasattr(spec, "shape_of")
    }
    arms = {} if robot is None else robot.arms
    fingers = {
        name: tuple(f"{name}/{link.removeprefix(name + '_')}" for link in arm.gripper.finger_links)
        for name, arm in arms.items()
    }
    layout = initial_scene(task, 0) if task.layout else None
    roles = {name: _played_by(role, settled) for name, role in task.names.roles.items()}
    return Facts(
        settled=settled, points=points, parts=parts, fingers=fingers, roles=roles, layout=layout
    )


def _played_by(role: ArmRole, settled: WorldState) -> str:
    """Return the arm whose gripper rests nearest to the object's side, or farthest from it."""
    x = float(settled.objects[role.object].pose.position[0])
    ranked = sorted(settled.arms, key=lambda name: abs(float(settled.arms[name].tcp[0]) - x))
    return ranked[0 if role.place == "nearest" else -1]


def _layout(declared: LayoutScene | None, state: WorldState) -> LayoutScene:
    assert declared is not None, "tasks of other kinds are refused layout predicates"
    return measured_scene(declared, state)
