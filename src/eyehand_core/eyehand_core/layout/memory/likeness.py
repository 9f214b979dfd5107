"""How alike two layout tasks are: a comparison of scene graphs.

A scene graph has a feature for each thing (its category), for each thing that may be placed (its
name), for each ordered pair of things (how the one lies to the other, in words) and for each
relation that the goal sentence asks for. Likeness is
the weighted Jaccard index of the two collections of features (Jaccard, 1912; Ruzicka, 1958): what
they share divided by what either has, every feature counted as often as it occurs. It is 1 for
equal collections and 0 if nothing is shared; it does not depend on names, colours or positions.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.words import relation_words

Graph = Counter[str]
"""Features with how often they occur."""


def scene_graph(goal: str, scene: LayoutScene) -> Graph:
    """Return the features of a task as an agent sees it.

    Args:
        goal: goal sentence.
        scene: the scene at the start.
    """
    graph: Graph = Counter(f"thing: {thing.category}" for thing in scene.objects)
    graph.update(f"waits: {name}" for name in scene.supply if scene.find(name) is None)
    for thing, other in permutations(scene.objects, 2):
        how = relation_words(scene, thing, other).replace(f"the {other.name}", "a")
        graph[f"lies: {thing.category} {how} {other.category}"] += 1
    graph.update(f"asked: {phrase}" for phrase in _asked(goal))
    return graph


def likeness(one: Graph, other: Graph) -> float:
    """Return how alike two graphs are, 0 to 1."""
    either = (one | other).total()
    return (one & other).total() / either if either else 1.0


def _asked(goal: str) -> list[str]:
    """Return the phrases of relations in a sentence; longer ones first, none within another."""
    found, rest = [], goal.lower()
    phrases = {RELATIONS[name].phrase for name in RELATIONS}
    for phrase in sorted(phrases, key=lambda words: (-len(words), words)):
        count = rest.count(phrase)
        found += [phrase] * count
        rest = rest.replace(phrase, "|")
    return found
