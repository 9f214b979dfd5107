"""What a reader of pictures is told: which name goes by which colour, and no geometry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene

_UNSEEN_SIZE = (1.0, 1.0)
_PALE = ("white", "black")
"""Colours that look like paper or ink."""


@dataclass(frozen=True, kw_only=True)
class Legend:
    """Names and looks of the things that may be in a picture.

    Attributes:
        looks: by name; sizes carry no meaning.
        kinds: category, layer and whether it is fixed, by name.
    """

    looks: Mapping[str, Appearance]
    kinds: Mapping[str, LayoutObject]

    @property
    def ambiguous(self) -> frozenset[str]:
        """Names whose colour another thing shares, or that look like paper or ink."""
        colors = Counter(looks.color for looks in self.looks.values())
        return frozenset(
            name
            for name, looks in self.looks.items()
            if colors[looks.color] > 1 or looks.color in _PALE
        )


def legend_of(scene: LayoutScene) -> Legend:
    """Return the legend of a scene, as its task and the decisions so far declare it."""
    return Legend(
        looks={thing.name: replace(thing.appearance, size=_UNSEEN_SIZE) for thing in scene.objects},
        kinds={
            thing.name: replace(thing, center=(0.0, 0.0), turn_deg=0.0) for thing in scene.objects
        },
    )
