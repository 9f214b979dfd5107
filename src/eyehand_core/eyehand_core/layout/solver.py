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
# Errors that a plan should bear [canvas units]; a hand makes about one.
_MARGINS = (3.0, 1.5, 0.0)


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
    return plan_from(task, start, start, task.budget, limit, margin)


def steady_plan(
    task: Task, start: LayoutScene, scene: LayoutScene, steps: int
) -> tuple[LayoutAction, ...] | None:
    """Return a plan that bears the errors of a hand, the larger the better, or None.

    Args:
        task: a layout task.
        start: the scene after the reset.
        scene: the scene from which it goes on.
        steps: most actions.
    """
    plans = (plan_from(task, start, scene, steps, margin=margin) for margin in _MARGINS)
    return next((plan for plan in plans if plan), None)


def plan_from(  # noqa: PLR0913 - what a search is bound to
    task: Task,
    start: LayoutScene,
    scene: LayoutScene,
    steps: int,
    limit: int = DEFAULT_LIMIT,
    margin: float = 0.0,
) -> tuple[LayoutAction, ...] | None:
    """Return actions that lead from a scene to the goal, or None.

    Args:
        task: a layout task.
        start: the scene after the reset, from which it is judged what has been left alone.
        scene: the scene from which it goes on.
        steps: most actions.
        limit: most scenes that are looked at.
        margin: how far off each thing may come to stand without harm [canvas units]; for hands.
    """
    goal = layout_goal(task, start)
    waiting = [_Node(0.0, 0, (), LayoutHistory((scene,)))]
    seen = {_key(scene)}
    while waiting and len(seen) < limit:
        node = heapq.heappop(waiting)
        if len(node.plan) >= steps:
            continue
        for action in _proposals(goal, node.history.scene):
            result = node.history.apply(action)
            if isinstance(result, IllegalAction) or (key := _key(result.scene)) in seen:
                continue
            seen.add(key)
            plan = (*node.plan, action)
            verdict = _worst(goal, start, result.scene, margin)
            if verdict.done:
                return plan
            rank = _rank(goal, verdict, result.scene, len(plan))
            heapq.heappush(waiting, _Node(rank, len(seen), plan, result))
    return None


def _worst(
    goal: LayoutGoal, start: LayoutScene, scene: LayoutScene, margin: float
) -> LayoutVerdict:
    """Return the worst verdict on a scene in which one changed thing may stand off by a margin."""
    scenes = [scene]
    if margin:
        changed = [thing for thing in scene.objects if thing != start.find(thing.name)]
        shifts = ((margin, 0.0), (-margin, 0.0), (0.0, margin), (0.0, -margin))
        for thing in changed:
            x, y = thing.center
            scenes += [scene.moved(thing.name, (x + dx, y + dy)) for dx, dy in shifts]
    return max((goal.judge(one) for one in scenes), key=lambda verdict: len(verdict.failing))


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
