"""What a reader of pictures is told: names, colours and ordinary sizes, but no place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from eyehand_core.layout.scene import LayoutObject, LayoutScene

_PALE = ("white", "black")
"""Colours that look like paper or ink."""


@dataclass(frozen=True, kw_only=True)
class Legend:
    """The things that may be in a picture.

    Attributes:
        things: by name, as the task and the decisions so far declare them; places and turns carry
            no meaning, sizes are those before any change.
    """

    things: Mapping[str, LayoutObject]

    @property
    def ambiguous(self) -> frozenset[str]:
        """Names whose colour another thing shares, or that look like paper or ink."""
        colors = {name: thing.appearance.color for name, thing in self.things.items()}
        counts = Counter(colors.values())
        return frozenset(
            name for name, color in colors.items() if counts[color] > 1 or color in _PALE
        )


def legend_of(scene: LayoutScene) -> Legend:
    """Return the legend of a scene: what is in it, without where."""
    return Legend(things={thing.name: _placeless(thing, scene) for thing in scene.objects})


def _placeless(thing: LayoutObject, scene: LayoutScene) -> LayoutObject:
    declared = scene.supply.get(thing.name, thing.appearance)
    looks = replace(thing.appearance, size=declared.size)
    return replace(thing, center=(0.0, 0.0), turn_deg=0.0, appearance=looks)
