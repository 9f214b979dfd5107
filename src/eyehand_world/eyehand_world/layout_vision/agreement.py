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


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """Both verdicts on one scene.

    Attributes:
        task: task id.
        scene: the true scene.
        jpeg: the picture.
        rule: findings of the rules.
        seen: findings of the reading, in the same order.
        judged: which findings the picture can tell.
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
    seen_start = read_scene(before, legend_of(start), start)
    seen_scene = completed(read_scene(after, legend_of(scene), scene), seen_start)
    truth, reading = layout_goal(task, start), layout_goal(task, seen_start)
    vague = legend_of(start).ambiguous | legend_of(scene).ambiguous
    hidden = frozenset(thing.name for thing in scene.objects if not seen_scene.find(thing.name))
    return Opinion(
        task=task.id,
        scene=scene,
        jpeg=after,
        rule=truth.judge(scene).findings,
        seen=reading.judge(seen_scene).findings,
        judged=_judged(truth, vague, hidden),
    )


def _judged(goal: LayoutGoal, vague: frozenset[str], hidden: frozenset[str]) -> tuple[bool, ...]:
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
