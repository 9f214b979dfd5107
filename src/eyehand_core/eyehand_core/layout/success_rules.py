"""What the success expression of a layout task must be like, beyond its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.config_file import Section
from eyehand_core.declarations import ObjectName
from eyehand_core.layout.object_spec import LayoutSpec
from eyehand_core.layout.term_kinds import TERM_KINDS

EVERYWHERE = ("no_collision", "on_canvas")
"""Checks that every layout task declares."""
_SINCE_THE_RESET = ("untouched", "turned", "resized")


@dataclass(frozen=True, kw_only=True)
class _Declared:
    """One term: where it stands, its name and what it says."""

    place: tuple[str | int, ...]
    name: str
    words: Mapping[Any, Any]


def check_success(root: Section, specs: Mapping[str, LayoutSpec]) -> None:
    """Note what is wrong with ``success``."""
    success = root.raw("success")
    terms = success.get("all") if isinstance(success, Mapping) else None
    if not isinstance(terms, list):
        root.problem("success", f"expected all: [...] with some of {', '.join(TERM_KINDS)}")
        return
    declared = list(_declared(terms))
    for term in declared:
        problem = _problem(term, specs)
        if problem:
            root.problem_within("success", ("all", *term.place), problem)
    known = [TERM_KINDS[term.name] for term in declared if term.name in TERM_KINDS]
    if len(known) == len(declared) and all(kind.is_check for kind in known):
        root.problem("success", "give at least one relation or distance that the task asks for")
    names = [term.name for term in declared]
    for name in EVERYWHERE:
        if name not in names:
            root.problem("success", f"add {name}: it holds for every layout task")


def _problem(term: _Declared, specs: Mapping[str, LayoutSpec]) -> str:
    if term.name not in TERM_KINDS:
        return f"got {term.name!r}; allowed: any, {', '.join(TERM_KINDS)}"
    kind = TERM_KINDS[term.name]
    if kind.is_check and len(term.place) > 1:
        return f"{term.name} is a check and always has to hold; take it out of any"
    about = [
        str(term.words.get(key))
        for key, parameter in kind.parameters.items()
        if isinstance(parameter, ObjectName)
    ]
    if len(set(about)) < len(about):
        return f"{about[0]} is related to itself; name two different objects"
    late = [name for name in about if name in specs and specs[name].start is None]
    if term.name in _SINCE_THE_RESET and late:
        return f"{late[0]} is not there at the reset; give it a start or ask for something else"
    return ""


def _declared(terms: list[Any]) -> Iterator[_Declared]:
    """Yield each term, alternatives included."""
    for index, term in enumerate(terms):
        name = str(next(iter(term), "")) if isinstance(term, Mapping) else str(term)
        said = term.get(name) if isinstance(term, Mapping) else None
        if name == "any" and isinstance(said, list):
            for inner in _declared(said):
                place = (index, "any", inner.place[0])
                yield _Declared(place=place, name=inner.name, words=inner.words)
        else:
            words = said if isinstance(said, Mapping) else {}
            yield _Declared(place=(index,), name=name, words=words)
