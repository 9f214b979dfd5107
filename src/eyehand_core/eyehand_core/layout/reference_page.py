"""The page docs/layout_words.md, written from the registries.

Write it anew with ``python -m eyehand_core.layout.reference_page > docs/layout_words.md``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from eyehand_core.layout.distances import DEFAULT_DISTANCE, DISTANCES
from eyehand_core.layout.facing import DIRECTIONS
from eyehand_core.layout.feedback import FEEDBACK_LEVELS
from eyehand_core.layout.generate.generator import RECIPES
from eyehand_core.layout.looks import COLORS, FACTORS, SIZES
from eyehand_core.layout.plane import PLANES
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.term_kinds import TERM_KINDS
from eyehand_core.registry import Registry

_HEAD = """# Words of layouts

<!-- Written by python -m eyehand_core.layout.reference_page; change the registries. -->

Each relation is one registered definition. The decision grammar takes its name, the resolver the
places that fulfil it, the evaluator whether it holds and which way is left to go, the prompt and
this page its meaning. Lengths are canvas units; agents never see any.
"""


def reference_page() -> str:
    """Return the page as Markdown."""
    return "\n".join([_HEAD, *_relations(), *_distances(), *_other_words(), *_terms(), *_levels()])


def _relations() -> Iterator[str]:
    yield "## Relations\n"
    yield "| name | planes | targets | distance word | holds when the object is |"
    yield "| --- | --- | --- | --- | --- |"
    for name in RELATIONS:
        relation = RELATIONS[name]
        planes = "both" if relation.planes == PLANES else ", ".join(relation.planes)
        distance = "yes" if relation.takes_distance else "no"
        yield (
            f"| `{name}` | {planes} | {relation.target_count} | {distance} | {relation.meaning} |"
        )
    yield ""


def _distances() -> Iterator[str]:
    yield "## Distance words\n"
    yield f"The gap between facing edges; `{DEFAULT_DISTANCE}` if none is given.\n"
    yield "| word | resolver aims at | evaluator accepts |"
    yield "| --- | --- | --- |"
    for name in DISTANCES:
        word = DISTANCES[name]
        limits = [f"over {word.over:g}"] if math.isfinite(word.over) else []
        limits += [f"up to {word.upto:g}"] if math.isfinite(word.upto) else []
        yield f"| `{name}` | {word.nominal:g} | {', '.join(limits)} |"
    yield ""


def _other_words() -> Iterator[str]:
    yield "## Other words\n"
    yield f"- colours: {', '.join(COLORS)}"
    yield f"- sizes of a new object: {_factors(SIZES)}"
    yield f"- changes of size: {_factors(FACTORS)}"
    yield f"- directions that an object can face: {', '.join(DIRECTIONS)}"
    yield ""


def _factors(words: Registry[float]) -> str:
    return ", ".join(f"{name} ({words[name]:.2f})" for name in words)


def _terms() -> Iterator[str]:
    yield "## What a task can ask for\n"
    yield "Every relation is a goal term of the same name. Beside them there are:\n"
    yield "| term | parameters | kind | holds when |"
    yield "| --- | --- | --- | --- |"
    for name in TERM_KINDS:
        kind = TERM_KINDS[name]
        if name not in RELATIONS:
            parameters = ", ".join(f"`{key}`" for key in kind.parameters)
            sort = "check" if kind.is_check else "goal"
            yield f"| `{name}` | {parameters} | {sort} | {kind.meaning} |"
    yield ""


def _levels() -> Iterator[str]:
    yield "## Feedback\n"
    yield "| level | says |"
    yield "| --- | --- |"
    for name in FEEDBACK_LEVELS:
        yield f"| `{name}` | {FEEDBACK_LEVELS[name].meaning} |"
    yield "\n## Levels of the library\n"
    yield "| recipe | family | level | tasks |"
    yield "| --- | --- | --- | --- |"
    for name in sorted(RECIPES, key=lambda n: (RECIPES[n].family, RECIPES[n].level)):
        recipe = RECIPES[name]
        yield f"| `{name}` | {recipe.family} | {recipe.level} | {recipe.meaning} |"
    yield ""


if __name__ == "__main__":
    print(reference_page(), end="")
