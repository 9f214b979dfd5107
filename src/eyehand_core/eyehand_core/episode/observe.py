"""The information boundary: what of an episode an agent may see."""

from __future__ import annotations

from dataclasses import replace

from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import EPISODE_KINDS
from eyehand_core.observation import Observation, View
from eyehand_core.views import anchor_of
from eyehand_core.world_state import ArmState


def observe(episode: Episode, views: tuple[View, ...]) -> Observation:
    """Return the observation of the present turn.

    Of the world state only the proprioception of the task's own arms passes; object states,
    contacts, verdicts and the seed do not; the executor's messages and the name of the next
    subtask only in conditions that declare them. Nor does how far a gripper has closed, which would
    tell whether it holds something; and nothing of the arms that carry out a layout, whose agent
    gives no coordinates and gets none.

    Args:
        episode: the episode.
        views: images, the current view last.
    """
    arms = episode.task.arms if EPISODE_KINDS[episode.task.kind].shows_arms else ()
    return Observation(
        episode_id=episode.id,
        kind=episode.task.kind,
        instruction=episode.task.goal,
        step=episode.step,
        budget=episode.task.budget,
        views=views,
        active_arm=anchor_of(arms) if arms else "",
        arms={name: _shown(episode.state.arms[name]) for name in arms},
        scene_text=episode.scene_text,
        subgoal=episode.subgoal,
        feedback=episode.feedback,
        executed=tuple(episode.executed),
        allowed_actions=episode.allowed_actions,
    )


def _shown(arm: ArmState) -> ArmState:
    return replace(arm, aperture=1.0 if arm.is_open else 0.0)
