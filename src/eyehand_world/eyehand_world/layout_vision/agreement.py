"""How often the rules and the reading of the picture say the same."""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.layout.checks import NoCollision, OnCanvas
from eyehand_core.layout.goal import Finding, LayoutGoal
from eyehand_core.layout.referee import layout_goal
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.tasks.task import Task

from eyehand_world.layout_render.picture import LayoutRenderer, Shot
from eyehand_world.layout_vision.legend import legend_of
from eyehand_world.layout_vision.reading import read_scene
from eyehand_world.layout_vision.resemblance import completed

# One pixel of the usual picture [canvas units].
_PIXEL = 0.5


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """Both verdicts on one scene.

    Attributes:
        task: task id.
        scene: the true scene.
        jpeg: the picture.
        rule: findings of the rules.
        seen: findings of the reading, in the same order.
        judged: which findings the picture can tell; not those that one pixel would change.
    """

    task: str
    scene: LayoutScene
    jpeg: bytes
    rule: tuple[Finding, ...]
    seen: tuple[Finding, ...]
    judged: tuple[bool, ...]

    @property
    def disagreements(self) -> tuple[str, ...]:
        """What has to hold in the findings that differ."""
        pairs = zip(self.rule, self.seen, self.judged, strict=True)
        return tuple(
            rule.wanted for rule, seen, judged in pairs if judged and rule.holds != seen.holds
        )

    @property
    def agrees(self) -> bool:
        """True if both say the same of everything that the picture can tell."""
        return not self.disagreements


def second_opinion(
    task: Task, start: LayoutScene, scene: LayoutScene, renderer: LayoutRenderer
) -> Opinion:
    """Return the verdicts of the rules and of the picture on one scene.

    Args:
        task: the task file.
        start: the scene at the reset; its picture says what was where.
        scene: the scene to judge.
        renderer: draws both.
    """
    shot = Shot(task=task.id)
    before, after = renderer.render(start, shot).jpeg, renderer.render(scene, shot).jpeg
    seen_start, seen_scene = _read(before, start), _read(after, scene)
    truth, reading = layout_goal(task, start), layout_goal(task, seen_start)
    vague = legend_of(start).ambiguous | legend_of(scene).ambiguous
    hidden = frozenset(thing.name for thing in scene.objects if not seen_scene.find(thing.name))
    told = _told(truth, vague, hidden)
    steady = _steady(reading, seen_scene)
    return Opinion(
        task=task.id,
        scene=scene,
        jpeg=after,
        rule=truth.judge(scene).findings,
        seen=reading.judge(seen_scene).findings,
        judged=tuple(a and b for a, b in zip(told, steady, strict=True)),
    )


def _read(jpeg: bytes, scene: LayoutScene) -> LayoutScene:
    legend = legend_of(scene)
    return completed(read_scene(jpeg, legend, scene), legend)


def _told(goal: LayoutGoal, vague: frozenset[str], hidden: frozenset[str]) -> tuple[bool, ...]:
    """Tell of each finding whether a picture can tell it.

    Things of one colour are not told apart; of a thing that is wholly covered, nothing can be said,
    nor whether it overlaps or leaves the canvas.
    """
    general = (NoCollision, OnCanvas)
    return tuple(
        not any(name in str(term) for name in vague | hidden)
        and not (hidden and isinstance(term, general))
        for term in (*goal.terms, *goal.checks)
    )


def _steady(goal: LayoutGoal, seen: LayoutScene) -> tuple[bool, ...]:
    """Tell of each finding whether it stays the same if a thing is seen one pixel aside."""
    verdict = goal.judge(seen).findings
    steady = [True] * len(verdict)
    for thing in seen.objects:
        if thing.fixed:
            continue
        x, y = thing.center
        for dx, dy in ((_PIXEL, 0.0), (-_PIXEL, 0.0), (0.0, _PIXEL), (0.0, -_PIXEL)):
            aside = goal.judge(seen.moved(thing.name, (x + dx, y + dy))).findings
            for index, (one, other) in enumerate(zip(verdict, aside, strict=True)):
                steady[index] = steady[index] and one.holds == other.holds
    return tuple(steady)
