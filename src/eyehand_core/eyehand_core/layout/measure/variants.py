"""The same task with other sizes and start positions: does success depend on remembered places?"""

from __future__ import annotations

from dataclasses import replace

from eyehand_core.layout.object_spec import LayoutSpec, Start
from eyehand_core.layout.solver import solve
from eyehand_core.tasks.draws import Draws
from eyehand_core.tasks.task import Task

_ATTEMPTS = 40
_SCALE = (0.8, 1.25)
_SHIFT = 24.0


def perturbed(task: Task, number: int, seed: int) -> Task | None:
    """Return a solvable variant of a task; None if none was found.

    Every movable object and every host changes its size by up to a quarter and its start by up to
    24 units along x and y; fixed things, regions and the goal stay. Ids name the variant.

    Args:
        task: a layout task.
        number: number of the variant, from 0.
        seed: seed that the variant has to be solvable for.
    """
    draws = Draws("perturb", f"{task.id}/{number}", seed)
    for _ in range(_ATTEMPTS):
        objects = {name: _changed(spec, draws) for name, spec in task.objects.items()}
        variant = replace(task, id=f"{task.id}~{number}", objects=objects)
        if _has_room(objects) and solve(variant, seed, limit=200):
            return variant
    return None


def _changed(spec: LayoutSpec, draws: Draws) -> LayoutSpec:
    if spec.fixed or not spec.appearance.is_solid:
        return spec
    width, height = (round(side * draws.uniform(*_SCALE)) for side in spec.appearance.size)
    looks = replace(spec.appearance, size=(float(width), float(height)))
    start = spec.start
    if start is not None:
        x, y = (value + round(draws.uniform(-_SHIFT, _SHIFT)) for value in start.center)
        start = Start(center=(x, y), spread=start.spread, turn_deg=start.turn_deg)
    return replace(spec, appearance=looks, start=start)


def _has_room(objects: dict[str, LayoutSpec]) -> bool:
    bodies = [spec for spec in objects.values() if spec.start and spec.appearance.is_solid]
    outlines = [spec.reach for spec in bodies]
    if not all(outline.on_canvas for outline in outlines):
        return False
    return all(
        one.distance(other) > 0.0 or bodies[i].layer != bodies[j].layer
        for i, one in enumerate(outlines)
        for j, other in enumerate(outlines[:i])
    )
