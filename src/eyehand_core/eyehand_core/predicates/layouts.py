"""Predicates of layout tasks: the registered terms, judged on measured positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eyehand_core.declarations import Choice, Declared
from eyehand_core.layout.goal import TERM_KINDS, TermKind
from eyehand_core.layout.projection import measured_scene
from eyehand_core.layout.relations import PLANES, Plane
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.terms import holds
from eyehand_core.predicates.moment import Moment
from eyehand_core.predicates.predicate import PREDICATES


def _judged(kind: TermKind) -> Callable[..., bool]:
    def judge(moment: Moment, plane: Plane, **arguments: Any) -> bool:
        canvas = LayoutScene(plane=plane, objects=())
        start = measured_scene(canvas, moment.facts.settled)
        return holds(kind.build(start, **arguments), measured_scene(canvas, moment.now))

    judge.__doc__ = kind.meaning
    return judge


for _name in TERM_KINDS:
    _kind = TERM_KINDS[_name]
    _plane = Choice(allowed=PLANES, default="vertical")
    PREDICATES.add(
        _name,
        Declared(function=_judged(_kind), parameters={**_kind.parameters, "plane": _plane}),
    )
