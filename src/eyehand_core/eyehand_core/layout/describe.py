"""A scene in relational words, as agents read it; never with numbers or positions."""

from __future__ import annotations

from eyehand_core.layout.scene import Appearance, LayoutScene
from eyehand_core.layout.terms import relation_words

# Longest side up to which an object goes by the word [canvas units].
_SIZE_WORDS = ((25.0, "small"), (40.0, "medium"), (float("inf"), "large"))


def describe(scene: LayoutScene) -> str:
    """Return one line per object, how it lies to those before it, and what is missing."""
    lines = []
    for index, thing in enumerate(scene.objects):
        looks = f"{thing.name}: {looks_in_words(thing.appearance)}"
        places = [relation_words(scene, thing, other) for other in scene.objects[:index]]
        lines.append("; ".join([looks, *places]))
    waiting = [
        f"{name} ({looks_in_words(looks)})"
        for name, looks in scene.supply.items()
        if scene.find(name) is None
    ]
    if waiting:
        lines.append(f"not in the scene yet: {', '.join(waiting)}")
    return "\n".join(lines)


def looks_in_words(looks: Appearance) -> str:
    """Return size and, if known, colour in words."""
    size = next(word for limit, word in _SIZE_WORDS if max(looks.size) <= limit)
    return f"{size}, {looks.color}" if looks.color else size
