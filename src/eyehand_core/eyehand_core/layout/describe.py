"""A scene in relational words, as agents read it; never with numbers or positions."""

from __future__ import annotations

from eyehand_core.layout.checks import hidden_by
from eyehand_core.layout.facing import facing_words
from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene
from eyehand_core.layout.words import relation_words

# Longest side up to which an object goes by the word [canvas units].
_SIZE_WORDS = ((25.0, "small"), (40.0, "medium"), (float("inf"), "large"))


def describe(scene: LayoutScene) -> str:
    """Return one line per object, how it lies to those before it, and what is missing."""
    lines = []
    for index, thing in enumerate(scene.objects):
        places = [relation_words(scene, thing, other) for other in scene.objects[:index]]
        lines.append("; ".join([f"{thing.name}: {_looks(scene, thing)}", *places]))
    waiting = [
        f"{name} ({looks_in_words(looks)})"
        for name, looks in scene.supply.items()
        if scene.find(name) is None
    ]
    if waiting:
        lines.append(f"not in the scene yet: {', '.join(waiting)}")
    return "\n".join(lines)


def looks_in_words(looks: Appearance) -> str:
    """Return size and, if known, colour in words; a region says that it is one."""
    size = next(word for limit, word in _SIZE_WORDS if max(looks.size) <= limit)
    words = [size] + ([looks.color] if looks.color else [])
    words += [] if looks.is_solid else ["marked region"]
    words += ["open"] if looks.is_open else []
    return ", ".join(words)


def _looks(scene: LayoutScene, thing: LayoutObject) -> str:
    words = [looks_in_words(thing.appearance)]
    if thing.appearance.has_front:
        words.append(f"faces {facing_words(thing.turn_deg)}")
    elif thing.turn_deg:
        words.append("turned")
    by = hidden_by(scene, thing) if thing.appearance.is_solid else ()
    if by:
        words.append(f"partly hidden by {' and '.join(f'the {name}' for name in by)}")
    if thing.fixed and thing.appearance.is_solid:
        words.append("fixed")
    return ", ".join(words)
