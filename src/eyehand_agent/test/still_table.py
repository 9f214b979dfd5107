"""A real episode on a table where nothing ever moves, without ROS and without physics.

Rules, grammar, referee and observations are the real ones; the world's samples are written down.
Hidden values are easy to find in a text.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from eyehand_agent.demonstrations.summary import Summary
from eyehand_agent.episode_loop import ActAnswer, EpisodeEnd, play
from eyehand_agent.policies.policy import POLICIES, build_policy
from eyehand_core.depth_range import DEPTH_SUFFIX
from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.captures import captures
from eyehand_core.episode.conditions import load_condition
from eyehand_core.episode.kinds import make_episode
from eyehand_core.episode.observe import observe
from eyehand_core.geometry.pose import Pose
from eyehand_core.observation import Observation, View
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import Library
from eyehand_core.world_state import ArmState, ObjectState, WorldState
from observations import SETTINGS
from PIL import Image

from eyehand_agent import policies

policies.load()
CONFIG = Path(__file__).parents[3] / "config"
ROBOT = load_robot(CONFIG / "robots" / "dual_x5.yaml")
_LOADED = Library(CONFIG).load("grasp_single_cube")
STAGES = tuple(f"canary stage {number}" for number, _ in enumerate(_LOADED.subtasks))
"""Names of the task's subtasks, none of which is ever reached."""
TASK = replace(
    _LOADED,
    subtasks=tuple(
        replace(subtask, name=name) for subtask, name in zip(_LOADED.subtasks, STAGES, strict=True)
    ),
)
SEED = 48_151_623
PLANNER_WORDS = "canary from the planner"
_RIG = load_condition(CONFIG, TASK.kind, "physical_camera_noisy").rig
assert _RIG is not None
RIG_SEED = _RIG.of_episode(TASK.id, SEED).error_seed
HIDDEN = (
    *("0.2173", "-0.1317", "0.7651", "217.3"),
    *(str(SEED), TASK.id, str(RIG_SEED)),
    *("canary_code", PLANNER_WORDS),
    *("lifted", "pinched", *STAGES),
    *("target", "visible", "diagnostic", "oracle"),
)
"""Pose of the cube; seed, task and what is drawn from them; executor's code and words; predicates
and subtasks; how views are chosen: as they would look in a text."""

MOVE = (
    '{"action": "gripper.move_world", "axis": "z", "sign": "-", "distance_mm": 35, "reason": "r"}'
)
LOOK = '{"action": "camera.view_topdown", "reason": "r"}'
_REPORT = ActionReport(
    action_valid=True, plan_success=False, code="canary_code", detail=PLANNER_WORDS
)


def arm(name: str) -> ArmState:
    """Return an arm at its home."""
    x = 0.306 if name == "right" else -0.306
    return ArmState(
        name=name,
        end_pose=Pose.of([x, -0.322, 0.934]),
        grip_center=np.array([x, -0.248, 0.934]),
        tcp=np.array([x, -0.202, 0.934]),
        joint_positions=np.zeros(6),
        joint_velocities=np.zeros(6),
        aperture=1.0,
        aperture_command=1.0,
        fingers_at_rest=True,
    )


def sample(sequence: int) -> WorldState:
    """Return one sample of the world, at rest."""
    cube = ObjectState(
        name="cube",
        pose=Pose.of([0.21734, -0.13172, 0.76514]),
        linear_velocity=np.zeros(3),
        angular_velocity=np.zeros(3),
        size=np.full(3, 0.05),
    )
    return WorldState(
        stamp=5.0 + 0.02 * sequence,
        sequence=sequence,
        at_rest=True,
        objects={"cube": cube},
        contacts=(),
        arms={"left": arm("left"), "right": arm("right")},
    )


def picture(shade: int, size: tuple[int, int] = (64, 48)) -> bytes:
    """Return a plain JPEG picture."""
    coded = io.BytesIO()
    Image.new("RGB", size, (shade % 256, 90, 90)).save(coded, "JPEG")
    return coded.getvalue()


@dataclass
class StillReferee:
    """Plays a real episode whose actions do nothing.

    Attributes:
        condition: its observation condition.
        budget: environment steps allowed.
        ended: endings that the agent gave.
        answers: what became of each text.
    """

    condition: str = "active"
    budget: int = 50
    ended: list[tuple[str, str]] = field(default_factory=list)
    answers: list[ActAnswer] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._sequence = 0
        task = replace(TASK, budget=self.budget)
        self.shown = load_condition(CONFIG, task.kind, self.condition)
        self.episode = make_episode("episode-1", task, self.shown, ROBOT, sample(0))

    def observation(self) -> Observation:
        """Return the present turn."""
        requests = captures(self.shown, self.episode.task, self.episode.verdict)
        step, names = self.episode.step, []
        for request in requests:
            views = [view.action for view in request.views] or ["center_high"]
            for name in views[:1] if request.target else views:
                names += [f"{name}{DEPTH_SUFFIX}", name] if request.depth else [name]
        views = tuple(
            View(name=name, jpeg=picture(7 * step + number), stamp=0.0)
            for number, name in enumerate(names)
        )
        return observe(self.episode, views)

    def act(self, decision: str) -> ActAnswer:
        """Carry out the decision text and answer."""
        ruling = self.episode.submit(decision)
        if ruling.decision is not None and ruling.decision.kind.costs_step:
            self._sequence += 1
            self.episode.witness(sample(self._sequence))
            self.episode.conclude(_REPORT)
        episode = self.episode
        self.answers.append(
            ActAnswer(
                observation=self.observation(),
                admissible=ruling.admissible or ruling.charged,
                error=ruling.error,
                action_valid=episode.feedback.action_valid,
                plan_success=episode.feedback.plan_success,
                done=not episode.running,
                outcome=episode.outcome.value if episode.outcome else "",
                ending=episode.ending.value if episode.ending else "",
                reason=episode.reason,
                step=episode.step,
                budget=self.budget,
            )
        )
        return self.answers[-1]

    def end(self, ending: str, reason: str) -> None:
        """Note an ending from the agent's side."""
        self.ended.append((ending, reason))


def play_model(
    base_url: str,
    referee: StillReferee,
    transcript: Callable[[Mapping[str, Any]], None] = lambda exchange: None,
    summary: Summary | None = None,
    **changes: Any,
) -> EpisodeEnd:
    """Let a model play an episode of the referee to its end."""
    settings = {**SETTINGS, "images": 8, "base_url": base_url, **changes}
    policy = build_policy(
        POLICIES["mllm"],
        task=TASK,
        seed=SEED,
        condition=referee.shown,
        robot=ROBOT,
        world_state=lambda: sample(0),
        settings=settings,
        transcript=transcript,
        summary=summary,
    )
    return play(policy, referee, referee.observation(), lambda *_: None, lambda: False)
