"""The reference solver: finds actions that fulfil a task, from the task file alone. Privileged.

Best-first search over what the goal terms propose; for a mover also over every direction
from every obstacle, since its way has to go round them.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.decisions.layout_action import LayoutAction, Move
from eyehand_core.layout.actions import LayoutHistory
from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.goal import LayoutGoal, LayoutVerdict
from eyehand_core.layout.referee import layout_goal
from eyehand_core.layout.resolver import IllegalAction
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.task import initial_scene
from eyehand_core.layout.terms import RelationTerm
from eyehand_core.layout.words import diagonal_relations, straight_relations
from eyehand_core.tasks.task import Task

DEFAULT_LIMIT = 1000
# A step of a mover is worth this way [canvas units].
_LEG = 40.0


@dataclass(frozen=True, order=True)
class _Node:
    """A reached scene; nodes are compared by rank, then by when they were found."""

    rank: float
    found: int
    plan: tuple[LayoutAction, ...] = ()
    history: LayoutHistory = LayoutHistory(())


def solve(
    task: Task, seed: int, limit: int = DEFAULT_LIMIT, margin: float = 0.0
) -> tuple[LayoutAction, ...] | None:
    """Return actions that solve (task, seed) within its budget, or None.

    Args:
        task: a layout task.
        seed: seed of the instance.
        limit: most scenes that are looked at.
        margin: how far off each thing may come to stand without harm [canvas units]; for hands.
    """
    start = initial_scene(task, seed)
    goal = layout_goal(task, start)
    waiting = [_Node(0.0, 0, (), LayoutHistory((start,)))]
    seen = {_key(start)}
    while waiting and len(seen) < limit:
        node = heapq.heappop(waiting)
        if len(node.plan) >= task.budget:
            continue
        for action in _proposals(goal, node.history.scene):
            result = node.history.apply(action)
            if isinstance(result, IllegalAction) or (key := _key(result.scene)) in seen:
                continue
            seen.add(key)
            plan = (*node.plan, action)
            verdict = goal.judge(result.scene)
            if verdict.done and _is_steady(goal, start, result.scene, margin):
                return plan
            rank = _rank(goal, verdict, result.scene, len(plan))
            heapq.heappush(waiting, _Node(rank, len(seen), plan, result))
    return None


def _is_steady(
    goal: LayoutGoal, start: LayoutScene, scene: LayoutScene, margin: float
) -> bool:
    """Tell whether the goal is reached even if one changed thing stands off by a margin."""
    if not margin:
        return True
    changed = [thing for thing in scene.objects if thing != start.find(thing.name)]
    shifts = ((margin, 0.0), (-margin, 0.0), (0.0, margin), (0.0, -margin))
    return all(
        goal.judge(scene.moved(thing.name, (thing.center[0] + dx, thing.center[1] + dy))).done
        for thing in changed
        for dx, dy in shifts
    )


def _proposals(goal: LayoutGoal, scene: LayoutScene) -> Iterator[LayoutAction]:
    for term in goal.terms:
        yield from term.remedies(scene)
    if not scene.mover:
        return
    ways = (*straight_relations(scene.plane), *diagonal_relations(scene.plane))
    for thing in scene.objects:
        if thing.name == scene.mover or not thing.appearance.is_solid:
            continue
        for name in ways:
            for distance in DISTANCES:
                yield Move(
                    object=scene.mover, relation=name, targets=(thing.name,), distance=distance
                )


def _rank(goal: LayoutGoal, verdict: LayoutVerdict, scene: LayoutScene, steps: int) -> float:
    """Return how promising a scene is; smaller is better."""
    if not scene.mover:
        return len(verdict.failing) + 0.1 * steps
    mover = scene.find(scene.mover)
    ways = [
        mover.outline.distance(target.outline)
        for term in goal.terms
        if mover and isinstance(term, RelationTerm) and (target := scene.find(term.targets[0]))
    ]
    return max(ways, default=0.0) / _LEG + steps


def _key(scene: LayoutScene) -> object:
    things = ((o.name, o.center, o.appearance.size, o.turn_deg) for o in scene.objects)
    return tuple(things), scene.constraints
