"""The expert, random and no-op policies play legally and reproducibly, without any world."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from eyehand_agent.policies.policy import (
    POLICIES,
    Policy,
    PolicyContext,
    PolicyKind,
    build_policy,
)
from eyehand_agent.tools import TOOLS
from eyehand_core.decisions.decision import Aperture, Decision, DecisionKind, Rotate, Stop
from eyehand_core.episode.condition import ACTIVE
from eyehand_core.episode.kinds import EPISODE_KINDS
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.pose import Pose
from eyehand_core.observation import Feedback, Observation
from eyehand_core.robot import load_robot
from eyehand_core.tasks.inventory import instance_of
from eyehand_core.tasks.library import Library
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import ArmState, ObjectState, WorldState

from eyehand_agent import policies

CONFIG = Path(__file__).resolve().parents[3] / "config"
LIBRARY = Library(CONFIG)
ROBOT = load_robot(CONFIG / "robots" / "dual_x5.yaml")
TASKS = [
    task
    for index, task in enumerate(LIBRARY.all())
    if task.kind == "manipulation" or index % 25 == 0
]
"""The many layout tasks differ in their scenes; a few show what their grammar allows."""

policies.load()


def build(
    agent: str, task: Task, seed: int = 1000, world: Callable[[], WorldState] | None = None
) -> Policy:
    """Return a policy for one episode."""
    robot = ROBOT if task.kind == "manipulation" else None
    return build_policy(
        POLICIES[agent],
        task=task,
        seed=seed,
        condition=ACTIVE,
        robot=robot,
        world_state=world or _no_world,
        settings={},
        transcript=lambda exchange: None,
    )


def _no_world() -> WorldState:
    raise AssertionError("this policy must not look at the true state")


def turn(task: Task, *, camera: bool = True, feedback: Feedback | None = None) -> Observation:
    """Return an observation that offers everything, or everything but the camera."""
    forms = EPISODE_KINDS[task.kind].grammar(task, ACTIVE).forms
    offered = [form.name for form in forms if camera or form.kind is not DecisionKind.CAMERA]
    return Observation(
        episode_id="test",
        kind=task.kind,
        instruction=task.goal,
        step=0,
        budget=task.budget,
        views=(),
        active_arm="",
        feedback=feedback or Feedback(),
        allowed_actions=tuple(dict.fromkeys(offered)),
    )


def decision(task: Task, text: str) -> Decision:
    """Return what the referee reads."""
    parsed = EPISODE_KINDS[task.kind].grammar(task, ACTIVE).parse(text)
    assert isinstance(parsed, Decision), parsed
    return parsed


def settled(task: Task) -> WorldState:
    """Return a state at rest with all objects at their places and the grippers open."""
    objects = {}
    for item in LIBRARY.instantiate(task, 1000).objects:
        objects[item.name] = ObjectState(
            name=item.name,
            pose=item.pose,
            linear_velocity=np.zeros(3),
            angular_velocity=np.zeros(3),
            size=np.array(item.size),
        )
    home = Pose.of([0.306, -0.322, 0.934], [np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    arms = {
        name: ArmState(
            name=name,
            end_pose=home,
            grip_center=home.transform([0.074, 0, 0]),
            tcp=home.transform([0.12, 0, 0]),
            joint_positions=np.zeros(6),
            joint_velocities=np.zeros(6),
            aperture=1.0,
            aperture_command=1.0,
            fingers_at_rest=True,
        )
        for name in task.arms
    }
    return WorldState(stamp=0.0, sequence=0, at_rest=True, objects=objects, arms=arms)


def texts(agent: str, task: Task, seed: int, count: int = 40) -> list[str]:
    """Return the first decisions of an episode in which nothing changes."""
    policy = build(agent, task, seed)
    return [policy.decide(turn(task), "") for _ in range(count)]


# --- random --------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_random_decisions_are_legal_actions(task: Task) -> None:
    """They cost a step each: no tools, no stop."""
    for text in texts("random", task, 1000, 200):
        assert decision(task, text).kind.costs_step


def test_random_depends_on_task_and_seed_only() -> None:
    """The same episode draws the same decisions, another one others."""
    cube, bell = LIBRARY.load("grasp_single_cube"), LIBRARY.load("click_bell")
    assert texts("random", cube, 1000) == texts("random", cube, 1000)
    assert texts("random", cube, 1000) != texts("random", cube, 1001)
    assert texts("random", cube, 1000) != texts("random", bell, 1000)


@pytest.mark.slow
def test_random_draws_every_action() -> None:
    """2,000 draws over some thirty actions leave none out, and none is rare."""
    task = LIBRARY.load("lift_pot")
    names = [decision(task, text).name for text in texts("random", task, 1000, 2000)]
    offered = set(turn(task).allowed_actions) - {"stop", *TOOLS}
    assert set(names) == offered
    expected = len(names) / len(offered)
    assert min(names.count(name) for name in offered) > 0.4 * expected


def test_random_keeps_to_what_is_offered_now() -> None:
    """After five looks no camera action is admissible."""
    task = LIBRARY.load("grasp_single_cube")
    policy = build("random", task)
    for _ in range(100):
        text = policy.decide(turn(task, camera=False), "")
        assert decision(task, text).kind is DecisionKind.ROBOT


# --- no-op ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_noop_repeats_one_legal_action(task: Task) -> None:
    """Also when the camera is not offered."""
    policy = build("noop", task)
    found = {policy.decide(turn(task, camera=camera), "") for camera in (True, False, True)}
    (text,) = found
    made = decision(task, text)
    assert made.kind.costs_step
    assert made.kind is not DecisionKind.CAMERA
    if isinstance(made, Aperture):
        assert made.opens
        assert made.arms == task.arms


def test_noop_says_what_it_needs() -> None:
    """An episode without any action without effect cannot be played by it."""
    task = LIBRARY.load("grasp_single_cube")
    nothing = replace(turn(task), allowed_actions=("gripper.close",))
    with pytest.raises(ConfigError, match=r"gripper\.open, dual_gripper\.open, undo"):
        build("noop", task).decide(nothing, "")


# --- expert --------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_the_expert_begins_legally(task: Task) -> None:
    """Its first decision costs a step."""
    task = instance_of(task, 1000)
    policy = build("expert", task, world=lambda: settled(task))
    assert decision(task, policy.decide(turn(task), "")).kind.costs_step


def test_the_layout_expert_says_its_list_then_stops() -> None:
    """One declared action, then the end."""
    task = LIBRARY.load("cup_right_of_table")
    policy = build("expert", task)
    said = [decision(task, policy.decide(turn(task), "")) for _ in range(len(task.expert) + 2)]
    assert [isinstance(item, Stop) for item in said] == [False] * len(task.expert) + [True] * 2


def test_the_expert_tries_another_way_after_a_refusal() -> None:
    """The third decision aims: refused, it is followed by another turn."""
    task = LIBRARY.load("place_cube_in_bowl")
    policy = build("expert", task, world=lambda: settled(task))
    first = decision(task, policy.decide(turn(task), ""))
    assert first.kind is DecisionKind.CAMERA
    tried = [decision(task, policy.decide(turn(task), ""))]
    refused = turn(task, feedback=Feedback(action_valid=True, plan_success=False))
    tried += [decision(task, policy.decide(refused, "")) for _ in range(2)]
    assert all(isinstance(item, Rotate) for item in tried)
    assert len({(item.axis, item.angle_deg) for item in tried if isinstance(item, Rotate)}) > 1


def test_the_expert_needs_a_routine() -> None:
    """A task without one is an error before the episode starts."""
    task = LIBRARY.load("click_bell")
    with pytest.raises(ConfigError, match="no expert routine"):
        build("expert", replace(task, expert=[]), world=lambda: settled(task))


@pytest.mark.parametrize("privileged", [True, False])
def test_hidden_things_reach_privileged_policies_alone(privileged: bool) -> None:
    """A policy that did not ask for privilege is not given task file, robot, seed or state."""
    given: list[PolicyContext] = []

    def note(context: PolicyContext) -> Policy:
        given.append(context)
        return POLICIES["noop"].build(context)

    task = LIBRARY.load("click_bell")
    build_policy(
        PolicyKind(build=note, privileged=privileged),
        task=task,
        seed=1234,
        condition=ACTIVE,
        robot=ROBOT,
        world_state=_no_world,
        settings={},
        transcript=lambda exchange: None,
    )
    assert (given[0].privilege is not None) == privileged
    if not privileged:
        text = repr(given[0])
        assert "1234" not in text
        assert task.id not in text
        assert "spawn" not in text


def test_only_the_expert_is_privileged() -> None:
    """The baselines see what a model sees."""
    privileged = {name for name in POLICIES if POLICIES[name].privileged}
    assert "expert" in privileged
    assert not {"random", "noop"} & privileged
