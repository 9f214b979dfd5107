"""What the protocol has for each kind of task: limits, grammar and words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eyehand_core.decisions.grammar import Grammar, manipulation_grammar
from eyehand_core.episode.condition import Condition
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.rules import LAYOUT_RULES, MANIPULATION_RULES, Rules
from eyehand_core.episode.voice import LayoutVoice, ManipulationVoice, Voice
from eyehand_core.errors import ConfigError
from eyehand_core.layout.embodied.measured import canvas_state
from eyehand_core.layout.embodied.table_task import patch_of
from eyehand_core.layout.referee import LayoutReferee
from eyehand_core.layout.task import task_grammar
from eyehand_core.predicates.judge import Judge
from eyehand_core.registry import Registry
from eyehand_core.robot import Robot
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import WorldState


@dataclass(frozen=True, kw_only=True)
class EpisodeKind:
    """Protocol of one kind of task.

    Attributes:
        rules: limits.
        grammar: makes what a condition offers, from task and condition.
        voice: makes the words, from task, condition and settled state.
        view: returns what of a world state counts, from the state and the task.
        shows_arms: an agent sees the proprioception of the task's arms; not unless a kind says so.
        needs_arranger: its actions are carried out by an arranger, which a stack has to offer.
    """

    rules: Rules
    grammar: Callable[[Task, Condition], Grammar]
    voice: Callable[[Task, Condition, WorldState], Voice]
    view: Callable[[WorldState, Task], WorldState] = lambda state, task: state
    shows_arms: bool = False
    needs_arranger: bool = False


_TOOLS = ("camera.history", "geometry.verify")

EPISODE_KINDS: Registry[EpisodeKind] = Registry("kind of episode")


def make_episode(
    episode_id: str, task: Task, condition: Condition, robot: Robot | None, settled: WorldState
) -> Episode:
    """Return a new episode of a task.

    Args:
        episode_id: identifies the episode.
        task: the task file.
        condition: observation condition.
        robot: the robot file; None in a world without a robot.
        settled: first sample of the episode, at rest after the reset.

    Raises:
        ConfigError: the condition is not made for this kind of task.
    """
    if task.kind not in condition.kinds:
        raise ConfigError(
            f"condition {condition.name!r} is made for tasks of kind "
            f"{', '.join(condition.kinds)}, and task {task.id!r} is of kind {task.kind!r}"
        )
    kind = EPISODE_KINDS[task.kind]
    settled = kind.view(settled, task)
    return Episode(
        episode_id=episode_id,
        task=task,
        grammar=kind.grammar(task, condition),
        rules=kind.rules,
        voice=kind.voice(task, condition, settled),
        judge=Judge(task, robot, settled),
        settled=settled,
        view=lambda state: kind.view(state, task),
    )


def _manipulation_grammar(task: Task, condition: Condition) -> Grammar:
    tools = _TOOLS if condition.tools else ()
    return manipulation_grammar(task.arms, camera=condition.camera, tools=tools)


def _manipulation_voice(task: Task, condition: Condition, settled: WorldState) -> Voice:
    return ManipulationVoice(condition=condition)


def _layout_grammar(task: Task, condition: Condition) -> Grammar:
    return task_grammar(task)


def _layout_voice(task: Task, condition: Condition, settled: WorldState) -> Voice:
    return LayoutVoice(referee=LayoutReferee(task, settled), condition=condition)


def _layout_view(state: WorldState, task: Task) -> WorldState:
    """Return the layout on a table; on a canvas there is nothing else."""
    patch = patch_of(task)
    return canvas_state(state, patch) if patch else state


EPISODE_KINDS.add(
    "manipulation",
    EpisodeKind(
        rules=MANIPULATION_RULES,
        grammar=_manipulation_grammar,
        voice=_manipulation_voice,
        shows_arms=True,
    ),
)
EPISODE_KINDS.add(
    "layout",
    EpisodeKind(
        rules=LAYOUT_RULES,
        grammar=_layout_grammar,
        voice=_layout_voice,
        view=_layout_view,
        needs_arranger=True,
    ),
)
