"""``for_each`` in lists of declarations: entries that stand for one each of several objects.

``for_each: {of: [objects], do: [entries]}`` stands for its entries once for each of the objects
that is there, with the object's name in place of the word ``it``.
"""

from __future__ import annotations

from typing import Any

from eyehand_core.declaration_error import Mistake, Place
from eyehand_core.declarations import (
    Names,
    not_one_of,
)

FOR_EACH, IT = "for_each", "it"


def unrolled(
    items: list[Any], place: Place, names: Names, mistakes: list[Mistake]
) -> list[tuple[Any, Place]]:
    """Return the entries of a list with their places; ``for_each`` gives several or none."""
    entries: list[tuple[Any, Place]] = []
    for index, item in enumerate(items):
        if isinstance(item, dict) and list(item) == [FOR_EACH]:
            entries += _repeated(item[FOR_EACH], (*place, index, FOR_EACH), names, mistakes)
        else:
            entries.append((item, (*place, index)))
    return entries


def _repeated(
    raw: Any, place: Place, names: Names, mistakes: list[Mistake]
) -> list[tuple[Any, Place]]:
    parts = raw if isinstance(raw, dict) else {}
    of: Any = parts.get("of")
    do: Any = parts.get("do")
    lists = all(isinstance(part, list) and part for part in (of, do))
    if set(parts) != {"of", "do"} or not lists:
        mistakes.append(Mistake(place, f"expected {{of: [objects], do: [...]}}, got {raw!r}"))
        return []
    for index, name in enumerate(of):
        problem = not_one_of("object", name, [*names.objects, *names.absent])
        if problem:
            mistakes.append(Mistake((*place, "of", index), problem))
    there = [name for name in of if name in names.objects]
    return [(_named(item, n), (*place, "do", i)) for n in there for i, item in enumerate(do)]


def _named(raw: Any, name: str) -> Any:
    """Return a declaration with ``name`` in place of ``it``."""
    if isinstance(raw, dict):
        return {key: _named(value, name) for key, value in raw.items()}
    if isinstance(raw, list):
        return [_named(item, name) for item in raw]
    if isinstance(raw, str) and raw.partition(".")[0] == IT:
        return name + raw.removeprefix(IT)
    return raw
