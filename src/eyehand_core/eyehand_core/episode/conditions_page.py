"""The tables of docs/conditions.md, written from the condition files and the aids.

``python -m eyehand_core.episode.conditions_page config`` prints them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from eyehand_core.episode.aids import AIDS, AXES
from eyehand_core.episode.condition import KINDS
from eyehand_core.episode.conditions import conditions_of


def tables(config: Path) -> str:
    """Return the tables as Markdown.

    Args:
        config: configuration folder.
    """
    return "\n".join([*_conditions(config), *_aids()])


def _conditions(config: Path) -> Iterator[str]:
    for kind in KINDS:
        yield f"## For tasks of kind {kind}\n"
        yield "| condition | images a turn | privileged | the agent gets |"
        yield "| --- | --- | --- | --- |"
        for condition in conditions_of(config, kind):
            privileged = ", ".join(condition.privileges) or "no"
            count = condition.views_per_turn
            yield f"| `{condition.name}` | {count} | {privileged} | {condition.meaning} |"
        yield ""


def _aids() -> Iterator[str]:
    yield "## Aids behind a plus sign\n"
    yield (
        f"At most one for each of {', '.join(AXES)}, in this order, for example "
        "`passive_five+no_hints+own_summary`.\n"
    )
    yield "| aid | for tasks of kind | meaning |"
    yield "| --- | --- | --- |"
    for name in sorted(AIDS, key=lambda name: (AXES.index(AIDS[name].axis), name)):
        aid = AIDS[name]
        argument = ":MODEL" if aid.argument else ""
        yield f"| `+{name}{argument}` | {', '.join(aid.kinds)} | {aid.meaning} |"
    yield ""


if __name__ == "__main__":
    print(tables(Path(sys.argv[1])), end="")
