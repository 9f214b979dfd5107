"""What a relation is, and the registry of all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.layout.outline import Outline, Size
from eyehand_core.layout.plane import PLANES, Plane
from eyehand_core.registry import Registry

Targets = tuple[Outline, ...]


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a resolver asks a relation for.

    Attributes:
        size: width, height of the object's outline [canvas units].
        targets: outlines that the relation refers to.
        distance: distance word; empty for a relation that takes none.
        now: outline of the object where it is; None if it is not in the scene.
        companions: outlines of the other things of the same category.
    """

    size: Size
    targets: Targets
    distance: str = ""
    now: Outline | None = None
    companions: Targets = ()


@dataclass(frozen=True, kw_only=True)
class Relation(ABC):
    """What object A is to its targets.

    Attributes:
        phrase: words before the name of the target, for example ``to the right of``.
        meaning: when it holds; half a sentence for prompt and documentation.
        planes: planes in which it has a meaning.
        target_count: how many targets it has.
        takes_distance: a distance word may say how large the gap is.
    """

    phrase: str
    meaning: str
    planes: tuple[Plane, ...] = PLANES
    target_count: int = 1
    takes_distance: bool = True

    @abstractmethod
    def places(self, wanted: Wanted) -> Iterator[Outline]:
        """Yield outlines of that size that fulfil the relation, the nominal one first."""

    @abstractmethod
    def correction(self, outline: Outline, targets: Targets, distance: str = "") -> str:
        """Return which way the object has to go, in words; empty if the relation holds."""

    def holds(self, outline: Outline, targets: Targets, distance: str = "") -> bool:
        """Tell whether the relation is fulfilled, at the distance word if one is given."""
        return self.correction(outline, targets, distance) == ""

    def gap(self, outline: Outline, targets: Targets) -> float:
        """Return the gap that distance words refer to [canvas units]."""
        return outline.distance(targets[0])

    def sentence(self, names: tuple[str, ...]) -> str:
        """Return the relation to targets of these names in words."""
        return f"{self.phrase} {' and '.join(f'the {name}' for name in names)}"


RELATIONS: Registry[Relation] = Registry("relation")
