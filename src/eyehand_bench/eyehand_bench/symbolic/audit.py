"""One task against the reference solver, chance and idleness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eyehand_core.episode.condition import ACTIVE
from eyehand_core.intervals import Share
from eyehand_core.layout.play import Table, Trace, play
from eyehand_core.tasks.task import Task

from eyehand_bench.symbolic.players import player

LARGEST_CHANCE = 0.10
"""A task that random legal actions solve more often is too easy to tell anything."""


@dataclass(frozen=True, kw_only=True)
class Audited:
    """What became of one task.

    Attributes:
        task: its id.
        solved: the reference solver solved it within its budget.
        steps: steps of the reference.
        budget: steps allowed.
        random: episodes of random legal actions that solved it.
        episodes: how many of them were played.
        idle: doing nothing solved it.
    """

    task: str
    solved: bool
    steps: int
    budget: int
    random: int
    episodes: int
    idle: bool

    @property
    def problem(self) -> str:
        """What is wrong with the task; empty if nothing is."""
        if not self.solved:
            return "the reference solver does not solve it; replace the task"
        if self.idle:
            return "it is solved without any action; replace the task"
        if self.random > LARGEST_CHANCE * self.episodes:
            return f"chance solves it {self.random}/{self.episodes} times; replace the task"
        return ""


def audit(task: Task, seed: int, episodes: int) -> Audited:
    """Play a task with each of them.

    Args:
        task: a layout task.
        seed: first seed.
        episodes: how often chance tries, each time with another seed.
    """
    reference = _played("solver", task, seed)
    chance = [_played("random_legal", task, seed + number) for number in range(episodes)]
    return Audited(
        task=task.id,
        solved=reference.solved,
        steps=len(reference.steps),
        budget=task.budget,
        random=sum(trace.solved for trace in chance),
        episodes=episodes,
        idle=_played("noop", task, seed).solved,
    )


def totals(audited: Sequence[Audited]) -> dict[str, Share]:
    """Return the shares over all tasks."""
    return {
        "reference": Share(count=sum(one.solved for one in audited), total=len(audited)),
        "random legal": Share(
            count=sum(one.random for one in audited),
            total=sum(one.episodes for one in audited),
        ),
        "no action": Share(count=sum(one.idle for one in audited), total=len(audited)),
    }


def _played(agent: str, task: Task, seed: int) -> Trace:
    table = Table(task, seed)
    return play(table, player(agent, {}, ACTIVE)(task, seed, table))
