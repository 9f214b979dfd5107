"""Objects as layout task files declare them [canvas units, degree]."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import cast

from eyehand_core.config_file import Section
from eyehand_core.decisions.coordinate_leak import has_coordinates
from eyehand_core.layout.facing import DIRECTIONS, TURN_STEP_DEG
from eyehand_core.layout.looks import COLORS
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.rules import CANVAS, SMALLEST_SIDE
from eyehand_core.layout.scene import SHAPES, Appearance, LayoutObject, Shape
from eyehand_core.tasks.draws import Draws

_ORDINARY = Appearance()
_LAYERS = 9
# More things than anybody arranges; words about all pairs of them would fill a prompt.
_MOST_OBJECTS = 40
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(?: [A-Za-z0-9_-]+)*")
_LONGEST_NAME = 40


@dataclass(frozen=True, kw_only=True)
class Start:
    """Where an object stands at the reset.

    Attributes:
        center: x, y [canvas units].
        spread: largest departure from it along x and y; each seed draws one.
        turn_deg: turn, counter-clockwise as seen.
    """

    center: tuple[float, float]
    spread: tuple[float, float]
    turn_deg: float = 0.0


@dataclass(frozen=True, kw_only=True)
class LayoutSpec:
    """One declared object.

    Attributes:
        category: kind of thing.
        appearance: size and colour.
        fixed: it cannot be moved or removed.
        layer: larger ones are nearer to the viewer.
        start: None if the agent has to place it.
    """

    category: str
    appearance: Appearance
    fixed: bool
    layer: int
    start: Start | None

    def at_reset(self, name: str, draws: Draws) -> LayoutObject | None:
        """Return the object at the reset; None if it has to be placed."""
        if self.start is None:
            return None
        # Half units keep every position exact in binary.
        x, y = (
            center + round(2.0 * draws.uniform(-spread, spread)) / 2.0
            for center, spread in zip(self.start.center, self.start.spread, strict=True)
        )
        return LayoutObject(
            name=name,
            category=self.category,
            center=(x, y),
            appearance=self.appearance,
            fixed=self.fixed,
            turn_deg=self.start.turn_deg,
            layer=self.layer,
        )

    @property
    def reach(self) -> Outline:
        """The outline of everywhere that the object can be at the reset."""
        assert self.start is not None
        thing = LayoutObject(
            name="",
            category="",
            center=self.start.center,
            appearance=self.appearance,
            turn_deg=self.start.turn_deg,
        )
        width, height = (
            side + 2.0 * spread
            for side, spread in zip(thing.outline.size, self.start.spread, strict=True)
        )
        return Outline(self.start.center, (width, height))


def read_specs(root: Section) -> dict[str, LayoutSpec]:
    """Read ``objects``; refuse starts that leave the canvas or overlap."""
    section = root.section("objects")
    specs = {}
    for name in section.names:
        _check_name(root, name)
        entry = section.section(name)
        specs[name] = _read_spec(name, entry)
        entry.close()
    if not any(spec.start for spec in specs.values()):
        root.problem("objects", "declare at least one object with a start")
    if len(specs) > _MOST_OBJECTS:
        root.problem("objects", f"got {len(specs)} objects; at most {_MOST_OBJECTS} are allowed")
    else:
        _check_room(root, specs)
    return specs


def _check_name(root: Section, name: str) -> None:
    """Refuse a name that no answer could give, or that a terminal would not show."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME or has_coordinates(name):
        root.problem(
            "objects",
            f"got the name {name[:60]!r}; allowed: up to {_LONGEST_NAME} letters, digits, _ and - "
            "in words, a letter first, and nothing like a coordinate",
        )


def _read_spec(name: str, section: Section) -> LayoutSpec:
    width, height = section.vector(
        "size", 2, default=_ORDINARY.size, minimum=SMALLEST_SIDE, maximum=CANVAS
    )
    shape = cast(Shape, section.choice("shape", SHAPES, default=_ORDINARY.shape))
    spec = LayoutSpec(
        category=section.text("category", default=name),
        appearance=Appearance(
            size=(width, height),
            color=section.choice("color", COLORS, default=_ORDINARY.color),
            shape=shape,
            has_front=section.flag("has_front", default=False),
            is_open=section.flag("is_open", default=False),
        ),
        fixed=section.flag("fixed", default=shape == "area"),
        layer=section.integer("layer", -_LAYERS, _LAYERS, default=0),
        start=_read_start(section.section("start")) if section.has("start") else None,
    )
    if spec.start and not spec.reach.on_canvas:
        section.problem("start", f"object leaves the canvas of {CANVAS:g} x {CANVAS:g} units")
    return spec


def _read_start(section: Section) -> Start:
    x, y = section.vector("center", 2, minimum=0.0, maximum=CANVAS)
    dx, dy = section.vector("spread", 2, default=(0.0, 0.0), minimum=0.0, maximum=CANVAS / 2.0)
    turn = section.number("turn_deg", 0.0, 345.0, default=0.0)
    if turn % TURN_STEP_DEG:
        words = ", ".join(f"{word} {DIRECTIONS[word]:g}" for word in DIRECTIONS)
        section.problem("turn_deg", f"expected a multiple of {TURN_STEP_DEG:g} ({words})")
    section.close()
    return Start(center=(x, y), spread=(dx, dy), turn_deg=turn)


def _check_room(root: Section, specs: Mapping[str, LayoutSpec]) -> None:
    bodies = [
        (name, spec)
        for name, spec in specs.items()
        if spec.start and spec.appearance.is_solid and not spec.appearance.is_open
    ]
    for (a, first), (b, second) in combinations(bodies, 2):
        if first.layer == second.layer and first.reach.distance(second.reach) == 0.0:
            message = f"{a} and {b} can overlap at the reset; move them apart or spread them less"
            root.problem_within("objects", (b, "start"), message)
