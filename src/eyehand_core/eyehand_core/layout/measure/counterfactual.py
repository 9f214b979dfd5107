"""Pairs of tasks that differ in one word: right of becomes right of and behind, or left of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from eyehand_core.intervals import Mean, Share, paired_difference
from eyehand_core.layout.plane import Plane
from eyehand_core.layout.play import Trace
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.rules import OVERLAP_ALLOWANCE
from eyehand_core.layout.solver import solve
from eyehand_core.layout.terms import RelationTerm, holds
from eyehand_core.layout.words import diagonal_relations, straight_relations
from eyehand_core.registry import Registry
from eyehand_core.tasks.task import Task

Change = Callable[[str, Plane], str]
CHANGES: Registry[Change] = Registry("counterfactual")
"""Ways of changing a straight relation, given its name and the plane; empty if there is none."""

_OPPOSITE = {
    "to_the_right_of": "to_the_left_of",
    "to_the_left_of": "to_the_right_of",
    "above": "below",
    "below": "above",
    "behind": "in_front_of",
    "in_front_of": "behind",
}


@CHANGES.register("opposite")
def _opposite(relation: str, plane: Plane) -> str:
    """Swap a direction for its opposite."""
    return _OPPOSITE.get(relation, "")


@CHANGES.register("compound")
def _compound(relation: str, plane: Plane) -> str:
    """Add a second direction."""
    phrase = RELATIONS[relation].phrase
    options = (n for n in diagonal_relations(plane) if phrase in RELATIONS[n].phrase.split(" and "))
    return next(options, "")


@dataclass(frozen=True, kw_only=True)
class Pair:
    """A task and the one that differs in one relation.

    Attributes:
        change: name of the change.
        original: the task.
        changed: the same with the other relation in goal and success.
        old: the relation of the original.
        new: the relation of the changed one.
    """

    change: str
    original: Task
    changed: Task
    old: RelationTerm
    new: RelationTerm


def pair_of(task: Task, change: str, seed: int) -> Pair | None:
    """Return the pair that a change makes of a task; None if it does not apply to it.

    It applies to tasks whose first goal term is a straight relation in the viewer's frame, if the
    goal sentence says it in its own words and the changed task can be solved.
    """
    terms = list(task.success["all"])
    plane = task.layout["plane"]
    relation = next(iter(terms[0]), "") if isinstance(terms[0], dict) else ""
    if relation not in straight_relations(plane) or "frame" in terms[0][relation]:
        return None
    words = terms[0][relation]
    renewed = CHANGES[change](relation, plane)
    target = (words["target"],)
    said = RELATIONS[relation].sentence(target)
    if not renewed or task.goal.count(said) != 1:
        return None
    goal = task.goal.replace(said, RELATIONS[renewed].sentence(target))
    success = {"all": [{renewed: words}, *terms[1:]]}
    changed = replace(task, id=f"{task.id}~{change}", goal=goal, success=success)
    if solve(changed, seed, limit=200) is None:
        return None
    old = RelationTerm(object=words["object"], relation=relation, targets=target)
    return Pair(
        change=change,
        original=task,
        changed=changed,
        old=old,
        new=replace(old, relation=renewed),
    )


@dataclass(frozen=True, kw_only=True)
class Contrast:
    """What a change of one word did.

    Attributes:
        original: success rate on the originals.
        changed: success rate on the changed tasks.
        difference: changed minus original, paired.
        old_relation_kept: failures on changed tasks whose last scene shows the old relation.
        missed: of the components of the new relation, how often each is missing in failures.
    """

    original: Share
    changed: Share
    difference: Mean
    old_relation_kept: Share
    missed: dict[str, Share]


def contrast(
    pairs: Sequence[Pair], originals: Sequence[Trace], changed: Sequence[Trace]
) -> Contrast:
    """Return the contrast of episodes on pairs, all three in the same order."""
    ones, others = ([float(t.solved) for t in traces] for traces in (originals, changed))
    failures = [(pair, t) for pair, t in zip(pairs, changed, strict=True) if not t.solved]
    kept = sum(holds(pair.old, trace.scene) for pair, trace in failures)
    missed: dict[str, list[bool]] = {}
    for pair, trace in failures:
        for name in _components(pair):
            component = replace(pair.new, relation=name)
            missed.setdefault(name, []).append(not _is_beyond(component, trace))
    return Contrast(
        original=Share(count=int(sum(ones)), total=len(ones)),
        changed=Share(count=int(sum(others)), total=len(others)),
        difference=paired_difference(ones, others),
        old_relation_kept=Share(count=kept, total=len(failures)),
        missed={
            name: Share(count=sum(values), total=len(values)) for name, values in missed.items()
        },
    )


def _components(pair: Pair) -> tuple[str, ...]:
    """Return the straight relations that the new relation is made of."""
    plane = pair.original.layout["plane"]
    relation = RELATIONS[pair.new.relation]
    phrases = relation.phrase.split(" and ")
    return tuple(name for name in straight_relations(plane) if RELATIONS[name].phrase in phrases)


def _is_beyond(term: RelationTerm, trace: Trace) -> bool:
    """Tell whether the object lies in that direction at all, however far or aside."""
    thing, target = trace.scene.find(term.object), trace.scene.find(term.targets[0])
    if thing is None or target is None:
        return False
    gap = RELATIONS[term.relation].gap(thing.outline, (target.outline,))
    return gap > -OVERLAP_ALLOWANCE
