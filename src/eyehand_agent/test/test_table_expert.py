"""The expert for layouts on a table: plans on what is measured, again and again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from eyehand_agent.policies.expert import EXPERTS
from eyehand_agent.policies.policy import Policy, Privilege
from eyehand_core.geometry.pose import Pose
from eyehand_core.layout.embodied.table_task import patch_of
from eyehand_core.observation import Feedback, Observation
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import library_for
from eyehand_core.world_state import ObjectState, WorldState

CONFIG = Path(__file__).parents[3] / "config"
LIBRARY = library_for(CONFIG, load_robot(CONFIG / "robots" / "dual_x5.yaml"))
TASK = LIBRARY.load("cup_right_of_plate")
PATCH = patch_of(TASK)
CUP_Z = 0.76


class Bench:
    """The bodies of the task, moved by hand."""

    def __init__(self) -> None:
        still = np.zeros(3)
        self.objects = {
            item.name: ObjectState(
                name=item.name,
                pose=item.pose,
                linear_velocity=still,
                angular_velocity=still,
                size=np.array(item.size),
            )
            for item in LIBRARY.instantiate(TASK, 1000).objects
        }

    def state(self) -> WorldState:
        return WorldState(stamp=0.0, sequence=0, at_rest=True, objects=self.objects)

    def put(self, name: str, canvas: tuple[float, float]) -> None:
        assert PATCH is not None
        pose = Pose.of([*PATCH.to_world(canvas), CUP_Z], [1, 0, 0, 0])
        self.objects = {**self.objects, name: replace(self.objects[name], pose=pose)}

    def expert(self) -> Policy:
        return EXPERTS["layout"](Privilege(task=TASK, robot=None, world_state=self.state))


def said(expert: Policy, step: int = 0, plan_success: bool = True) -> dict[str, Any]:
    feedback = Feedback(plan_success=plan_success)
    turn = Observation(
        episode_id="e",
        kind="layout",
        instruction="",
        step=step,
        budget=5,
        views=(),
        active_arm="",
        feedback=feedback,
    )
    answer: dict[str, Any] = json.loads(expert.decide(turn, ""))
    return answer


def test_it_places_what_is_missing_and_corrects_what_came_out_wrong() -> None:
    bench = Bench()
    expert = bench.expert()
    first = said(expert)
    assert (first["action"], first["object"], first["relation"]) == (
        "place",
        "cup",
        "to_the_right_of",
    )
    bench.put("cup", (104.0, 60.0))
    second = said(expert, step=1)
    assert (second["action"], second["object"]) == ("move", "cup")


def test_it_does_not_insist_on_a_plan_that_hands_did_not_bring_about() -> None:
    bench = Bench()
    expert = bench.expert()
    said(expert)
    assert said(expert, step=1, plan_success=False)["action"] == "place"


@pytest.mark.parametrize("steps_left", [0, 1])
def test_it_stops_where_no_plan_leads_to_the_goal(steps_left: int) -> None:
    bench = Bench()
    expert = bench.expert()
    said(expert)
    bench.put("box", (200.0, 200.0))  # it was to be left alone
    assert said(expert, step=5 - steps_left)["stop"]
