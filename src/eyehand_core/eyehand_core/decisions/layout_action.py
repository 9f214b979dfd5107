"""Semantic layout actions: names and words only, never a position."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from eyehand_core.decisions.decision import Decision, DecisionKind, shortest_number


@dataclass(frozen=True, kw_only=True)
class LayoutAction(Decision):
    """Base of the layout actions."""

    kind: ClassVar[DecisionKind] = DecisionKind.LAYOUT
    action: ClassVar[str]

    @property
    def name(self) -> str:
        """Name in the action table."""
        return self.action

    @abstractmethod
    def words(self) -> dict[str, Any]:
        """Return the parameters; empty ones are left out of the JSON."""

    def arguments(self) -> dict[str, Any]:
        """Return the JSON fields besides the reason."""
        given = {key: value for key, value in self.words().items() if value not in ("", None)}
        return {"action": self.action, **given}


@dataclass(frozen=True, kw_only=True)
class Relate(LayoutAction):
    """Base of the actions that bring an object into a relation.

    Attributes:
        object: name of the object.
        relation: name in the relation registry.
        targets: one name, or two for ``between``.
        distance: distance word.
    """

    object: str
    relation: str
    targets: tuple[str, ...]
    distance: str

    def words(self) -> dict[str, Any]:
        """Return the parameters."""
        target = self.targets[0] if len(self.targets) == 1 else list(self.targets)
        return {
            "object": self.object,
            "relation": self.relation,
            "relation_target": target,
            "distance": self.distance,
        }


@dataclass(frozen=True, kw_only=True)
class Place(Relate):
    """Create an object in a relation to another.

    Attributes:
        category: kind of thing.
        size: size word; empty for the ordinary size.
        color: colour word; empty for the ordinary colour.
    """

    action: ClassVar[str] = "place"
    category: str
    size: str = ""
    color: str = ""

    def words(self) -> dict[str, Any]:
        """Return the parameters."""
        own = {"category": self.category, "size": self.size, "color": self.color}
        return {**super().words(), **own}


@dataclass(frozen=True, kw_only=True)
class Move(Relate):
    """Bring an object of the scene into a relation to another."""

    action: ClassVar[str] = "move"


@dataclass(frozen=True, kw_only=True)
class Remove(LayoutAction):
    """Take an object out of the scene.

    Attributes:
        object: name of the object.
    """

    action: ClassVar[str] = "remove"
    object: str

    def words(self) -> dict[str, Any]:
        """Return the parameters."""
        return {"object": self.object}


@dataclass(frozen=True, kw_only=True)
class Turn(LayoutAction):
    """Rotate an object, by an angle or towards something.

    Attributes:
        object: name of the object.
        angle_deg: turn [deg]; None if a facing is given.
        facing: direction word or ``toward:<object>``; empty if an angle is given.
    """

    action: ClassVar[str] = "rotate"
    object: str
    angle_deg: float | None = None
    facing: str = ""

    def words(self) -> dict[str, Any]:
        """Return the parameters."""
        angle = None if self.angle_deg is None else shortest_number(self.angle_deg)
        return {"object": self.object, "angle": angle, "facing": self.facing}


@dataclass(frozen=True, kw_only=True)
class Scale(LayoutAction):
    """Resize an object about its centre.

    Attributes:
        object: name of the object.
        factor: ``smaller``, ``larger`` or a number.
    """

    action: ClassVar[str] = "scale"
    object: str
    factor: str | float

    def words(self) -> dict[str, Any]:
        """Return the parameters."""
        is_word = isinstance(self.factor, str)
        factor = self.factor if is_word else shortest_number(float(self.factor))
        return {"object": self.object, "factor": factor}


@dataclass(frozen=True, kw_only=True)
class SetConstraint(LayoutAction):
    """Keep at least an edge distance between two objects from now on.

    Attributes:
        object: name of one object, which may not be in the scene yet.
        min_distance_to: name of the other.
        value: smallest edge distance [canvas units].
    """

    action: ClassVar[str] = "set_constraint"
    object: str
    min_distance_to: str
    value: float

    def words(self) -> dict[str, Any]:
        """Return the parameters."""
        return {
            "object": self.object,
            "min_distance_to": self.min_distance_to,
            "value": shortest_number(self.value),
        }


@dataclass(frozen=True, kw_only=True)
class Undo(LayoutAction):
    """Restore the state before the last legal action."""

    action: ClassVar[str] = "undo"

    def words(self) -> dict[str, Any]:
        """Return the parameters."""
        return {}


@dataclass(frozen=True, kw_only=True)
class Ask(LayoutAction):
    """Ask what a word or an object means.

    Attributes:
        about: the word or object.
    """

    action: ClassVar[str] = "ask"
    about: str

    def words(self) -> dict[str, Any]:
        """Return the parameters."""
        return {"about": self.about}
