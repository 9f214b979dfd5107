"""Predicates of layout tasks: the registered terms, judged on measured positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eyehand_core.declarations import Declared
from eyehand_core.layout.term_kinds import TERM_KINDS, TermKind
from eyehand_core.layout.terms import holds
from eyehand_core.predicates.moment import Moment
from eyehand_core.predicates.predicate import PREDICATES


def _judged(kind: TermKind) -> Callable[..., bool]:
    def judge(moment: Moment, **arguments: Any) -> bool:
        return holds(kind.build(moment.facts.settled_layout, **arguments), moment.layout)

    judge.__doc__ = kind.meaning
    return judge


for _name in TERM_KINDS:
    _kind = TERM_KINDS[_name]
    PREDICATES.add(_name, Declared(function=_judged(_kind), parameters=_kind.parameters))
