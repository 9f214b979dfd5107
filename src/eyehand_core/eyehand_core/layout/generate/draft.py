"""A task in the making: what will stand in its file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from eyehand_core.decisions.decision import shortest_number
from eyehand_core.layout.generate.nouns import HUES, some
from eyehand_core.layout.outline import Outline, Size
from eyehand_core.layout.plane import Plane
from eyehand_core.layout.rules import CANVAS
from eyehand_core.layout.success_rules import EVERYWHERE
from eyehand_core.tasks.draws import Draws

SPREAD = 4.0
_ATTEMPTS = 200


class NoRoomError(Exception):
    """A draft has no room for one more object; another draw may have."""


@dataclass(kw_only=True)
class Draft:
    """A task in the making.

    Attributes:
        plane: plane of the scene.
        goal: goal sentence.
        budget: steps allowed.
        objects: declared objects as in a task file.
        terms: goal terms as in a task file.
        checks: physical checks besides those that every layout task has.
        extra: further keys of the task file.
    """

    plane: Plane
    draws: Draws
    goal: str = ""
    budget: int = 5
    objects: dict[str, dict[str, Any]] = field(default_factory=dict)
    terms: list[Any] = field(default_factory=list)
    checks: list[Any] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Draw the order of the colours."""
        self._colors = some(self.draws, HUES, len(HUES))
        self._taken: list[Outline] = []

    def add(self, name: str, size: Size, **more: Any) -> None:
        """Declare an object that the agent has to place."""
        color = more.pop("color", None) or self._colors[len(self.objects) % len(self._colors)]
        self.objects[name] = {"size": [round(side) for side in size], "color": color, **more}

    def start(  # noqa: PLR0913 - everything that a start may be bound to
        self,
        name: str,
        size: Size,
        *,
        margin: float = 12.0,
        within: Outline | None = None,
        gap: float = 8.0,
        spread: float = SPREAD,
        **more: Any,
    ) -> Outline:
        """Declare an object that is in the scene, somewhere free.

        Args:
            name: its name.
            size: width, height [canvas units].
            margin: smallest distance from the edge of the canvas.
            within: where it has to be; the whole canvas if None.
            gap: smallest distance from other objects.
            spread: how far each seed may displace it.
            more: further keys of the object.

        Raises:
            NoRoomError: there is no free place.
        """
        area = within or Outline((CANVAS / 2.0, CANVAS / 2.0), (CANVAS, CANVAS))
        room = [
            area.size[axis] - size[axis] - 2.0 * ((0.0 if within else margin) + spread)
            for axis in (0, 1)
        ]
        if min(room) < 0.0:
            raise NoRoomError(name)
        for _ in range(_ATTEMPTS):
            center = tuple(
                round(area.center[axis] + (self.draws.uniform(0.0, 1.0) - 0.5) * room[axis])
                for axis in (0, 1)
            )
            outline = Outline((center[0], center[1]), size)
            reach = Outline(outline.center, (size[0] + 2 * spread, size[1] + 2 * spread))
            if all(reach.distance(other) >= gap for other in self._taken):
                return self.put(name, outline, spread=spread, **more)
        raise NoRoomError(name)

    def put(self, name: str, outline: Outline, *, spread: float = SPREAD, **more: Any) -> Outline:
        """Declare an object at a given place; return the place.

        Args:
            name: its name.
            outline: where it is at the start, and how large.
            spread: how far each seed may displace it along x and along y [canvas units].
            more: further keys of the object; ``turn_deg`` is counter-clockwise as seen.
        """
        turn = more.pop("turn_deg", 0)
        self.add(name, outline.size, **more)
        start: dict[str, Any] = {"center": [shortest_number(value) for value in outline.center]}
        start |= {"spread": [shortest_number(spread)] * 2} if spread else {}
        start |= {"turn_deg": shortest_number(turn)} if turn else {}
        self.objects[name]["start"] = start
        if more.get("shape") != "area":
            grown = (outline.size[0] + 2 * spread, outline.size[1] + 2 * spread)
            self._taken.append(Outline(outline.center, grown))
        return outline

    def outline(self, name: str) -> Outline:
        """Return where a declared object is at the start, spread apart."""
        thing = self.objects[name]
        (x, y), (width, height) = thing["start"]["center"], thing["size"]
        return Outline((x, y), (width, height))

    def entry(self, touched: tuple[str, ...]) -> dict[str, Any]:
        """Return the keys of the task file, but for the expert.

        Args:
            touched: objects that the task lets the agent change.
        """
        protected = [
            {"untouched": {"object": name}}
            for name, thing in self.objects.items()
            if "start" in thing and name not in touched and not thing.get("fixed")
        ]
        regions = [name for name, thing in self.objects.items() if thing.get("shape") == "area"]
        protected = [p for p in protected if p["untouched"]["object"] not in regions]
        checks = [*EVERYWHERE, "nothing_extra", *self.checks, *protected]
        return {
            "goal": self.goal,
            "budget": self.budget,
            "plane": self.plane,
            **self.extra,
            "objects": self.objects,
            "success": {"all": [*self.terms, *checks]},
        }
