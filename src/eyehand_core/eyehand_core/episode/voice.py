"""What the referee says to an agent in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.condition import Condition
from eyehand_core.episode.next_subtask import next_subtask
from eyehand_core.layout.feedback import FEEDBACK_LEVELS
from eyehand_core.layout.referee import LayoutReferee
from eyehand_core.predicates.judge import Verdict
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import WorldState


class Voice(Protocol):
    """Words about one episode, without privileged numbers.

    The exceptions are the executor's own words about a refused command and the name of the next
    subtask, in conditions that declare them.
    """

    def scene_text(self, state: WorldState) -> str:
        """Return the scene in words; empty where the task does not show it."""
        ...

    def feedback(self, report: ActionReport, state: WorldState) -> str:
        """Return the answer to an action; empty where the protocol gives two bits only."""
        ...

    def subgoal(self, task: Task, verdict: Verdict) -> str:
        """Return the name of the next subtask, where the condition shows it; else nothing."""
        ...


@dataclass(frozen=True, kw_only=True)
class ManipulationVoice:
    """Silent, unless the condition shows the reason of a refusal or the next subtask."""

    condition: Condition

    def scene_text(self, state: WorldState) -> str:
        """Return nothing: the agent has to look."""
        return ""

    def feedback(self, report: ActionReport, state: WorldState) -> str:
        """Return the reason of a refusal, where the condition shows it."""
        return report.detail if self.condition.shows_reason else ""

    def subgoal(self, task: Task, verdict: Verdict) -> str:
        """Return the name of the first subtask that has not been reached, where it is shown."""
        subtask = next_subtask(task, verdict) if self.condition.subgoal else None
        return subtask.name if subtask else ""


@dataclass(frozen=True, kw_only=True)
class LayoutVoice:
    """Says how things lie and what is wrong with them, as far as the condition allows."""

    referee: LayoutReferee
    condition: Condition

    def scene_text(self, state: WorldState) -> str:
        """Return the scene in relational words, where the condition shows it."""
        return self.referee.scene_text(state) if self.condition.scene_text else ""

    def feedback(self, report: ActionReport, state: WorldState) -> str:
        """Return why an action was refused, or what is still wrong and which way to go."""
        level = FEEDBACK_LEVELS[self.condition.feedback]
        if not report.plan_success and level.explains_refusals:
            return report.detail
        return level.text(self.referee.judge(state))

    def subgoal(self, task: Task, verdict: Verdict) -> str:
        """Return nothing: layouts say what is wrong as feedback."""
        return ""
