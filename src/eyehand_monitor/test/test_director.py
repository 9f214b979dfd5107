"""One decision at a time over the real layout world, in one process and without ROS."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from eyehand_camera.active_camera import CAMERA_UNAVAILABLE, NO_PROPRIOCEPTION, NO_VIEW
from eyehand_core.camera_motion import OUTSIDE_BOX, UNKNOWN_ACTION, UNKNOWN_ANCHOR
from eyehand_core.capture_request import CaptureRequest
from eyehand_core.episode.action_report import (
    INFRASTRUCTURE_CODES,
    INTERRUPTED,
    SAFETY_STOPS,
)
from eyehand_core.episode.condition import ACTIVE, Condition
from eyehand_core.episode.ending import Ending
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import make_episode
from eyehand_core.errors import ConfigError, StackError
from eyehand_core.layout.report import action_report
from eyehand_core.layout.world import Applied, LayoutSample, LayoutWorld
from eyehand_core.observation import View
from eyehand_core.tasks.library import Library
from eyehand_core.world_state import WorldState
from eyehand_executor.reasons import Reason
from eyehand_monitor.director import Director, Turn
from eyehand_monitor.ports import Carried, Server, Stack
from eyehand_monitor.sample_queue import SampleQueue
from eyehand_world.layout_render.picture import Shot
from eyehand_world.layout_render.rule import RuleRenderer

LIBRARY = Library(Path(__file__).parents[3] / "config")
TASK = LIBRARY.load("cup_right_of_table")
PLACE = {
    "action": "place",
    "object": "cup",
    "category": "cup",
    "relation_target": "table",
    "relation": "to_the_right_of",
    "reason": "as asked",
}


class InProcess:
    """The layout world as world, camera and layout at once; it has no arms."""

    def __init__(self) -> None:
        self.inner = LayoutWorld()
        self.renderer = RuleRenderer(size=64)
        self.samples = SampleQueue()
        self.lose: Callable[[WorldState], bool] = lambda state: False
        self.pictures = 0
        self.there = True

    def reset(self, task: str, seed: int) -> float:
        sample = self.inner.reset(LIBRARY.load(task), seed)
        self._show(sample)
        return sample.state.stamp

    def apply(self, action: str) -> Carried:
        result = self.inner.apply(action)
        now = self.inner.time_ns * 1e-9
        for sample in result.samples if isinstance(result, Applied) else ():
            self._show(sample)
        return Carried(report=action_report(result.code, result.message), end=now)

    def capture(self, request: CaptureRequest, not_before: float) -> tuple[View, ...]:
        assert not request.views
        self.pictures += 1
        stamp = self.inner.time_ns * 1e-9
        return (View(name="scene", jpeg=self._picture(), stamp=stamp),)

    def _picture(self) -> bytes:
        return self.renderer.render(self.inner.scene, Shot()).jpeg

    def move(self, request: Any, not_before: float, rig: Any) -> Any:
        raise StackError(f"there is nothing to move for {request}")

    def start(self, motions: Any, not_before: float, on_end: Any) -> Any:
        raise StackError(f"there is nothing to move for {motions}")

    def stop(self) -> None:
        """Nothing moves."""

    def _show(self, sample: LayoutSample) -> None:
        if not self.lose(sample.state):
            self.samples.put(sample.state)


class Table:
    """A started episode."""

    def __init__(self) -> None:
        self.world = InProcess()
        self.stack = Stack(
            servers=(),
            arrangers=(Server(node="layout_world", ready=lambda: self.world.there),),
            world_services={},
            world=self.world,
            samples=self.world.samples,
            arms=self.world,
            camera=self.world,
            layout=self.world,
        )
        self.judged: list[float] = []
        self.phases: list[str] = []
        self.director = Director(
            self.stack,
            ACTIVE,
            lambda episode: self.judged.append(episode.state.stamp),
            0.3,
        )
        self.episode = self.start()

    def start(self) -> Episode:
        settled = self.director.reset(TASK, 1000)
        episode = make_episode("e1", TASK, ACTIVE, None, settled)
        self.observation = self.director.open(episode)
        return episode

    def play(self, text: str) -> Turn:
        turn = self.director.play(self.episode, text, self.phases.append)
        self.observation = self.director.observe(self.episode)
        return turn


@pytest.fixture
def table() -> Table:
    """A fresh episode in a fresh world."""
    return Table()


def test_every_sample_up_to_rest_is_judged(table: Table) -> None:
    table.play(json.dumps({**PLACE, "relation": "above"}))
    assert len(table.judged) == 6
    assert table.judged == sorted(table.judged)
    assert table.episode.state.at_rest
    assert table.episode.state.stamp == pytest.approx(table.world.inner.time_ns * 1e-9)
    assert table.phases == ["checking", "moving", "judging"]


def test_the_picture_is_newer_than_the_action(table: Table) -> None:
    before = table.observation.views[0]
    table.play(json.dumps(PLACE))
    after = table.observation.views[0]
    assert after.stamp >= table.episode.state.stamp > before.stamp
    assert after.jpeg != before.jpeg
    assert table.episode.ending is Ending.SUCCESS


def test_an_illegal_action_costs_a_step_and_needs_no_new_sample(table: Table) -> None:
    turn = table.play(json.dumps({**PLACE, "relation_target": "moon"}))
    assert turn.report is not None
    assert turn.report.code == "no_such_object"
    assert (table.episode.step, table.judged) == (1, [])
    assert "moon" in table.observation.feedback.text


def test_an_inadmissible_text_gives_the_same_turn_without_a_picture(table: Table) -> None:
    pictures = table.world.pictures
    before = table.observation.views
    assert not table.play("nonsense").ruling.admissible
    assert table.observation.views is before
    assert table.world.pictures == pictures


def test_a_world_that_never_rests_ends_the_episode_with_its_name(table: Table) -> None:
    table.world.lose = lambda state: state.at_rest
    turn = table.play(json.dumps({**PLACE, "relation": "above"}))
    assert table.episode.ending is Ending.INFRASTRUCTURE_ERROR
    assert "'world'" in table.episode.reason
    assert table.episode.step == 0
    assert turn.report is not None
    assert turn.report.code == INTERRUPTED


def test_an_action_that_is_interrupted_is_marked_and_not_charged(table: Table) -> None:
    def abort(state: WorldState) -> bool:
        table.episode.end(Ending.OPERATOR_ABORT, "stopped by hand")
        return False

    table.world.lose = abort
    turn = table.play(json.dumps(PLACE))
    assert table.episode.ending is Ending.OPERATOR_ABORT
    assert table.episode.step == 0
    assert turn.report is not None
    assert (turn.report.code, turn.report.detail) == (INTERRUPTED, "stopped by hand")


def test_an_abort_that_cancels_a_motion_is_no_failure_of_the_stack(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Judged again from the record, the cancelled motion must not end the episode by itself."""
    apply = table.world.apply

    def cancelled(action: str) -> Carried:
        carried = apply(action)
        table.episode.end(Ending.OPERATOR_ABORT, "stopped by hand")
        return replace(carried, report=replace(carried.report, code=Reason.CANCELED.code))

    monkeypatch.setattr(table.world, "apply", cancelled)
    turn = table.play(json.dumps(PLACE))
    assert turn.report is not None
    assert turn.report.code == INTERRUPTED
    assert (table.episode.ending, table.episode.step) == (Ending.OPERATOR_ABORT, 0)


CAUSED_BY_THE_DECISION = {
    "outside_workspace",
    "start_in_collision",
    "unreachable",
    "joint_limit",
    "joint_jump",
    "collision",
    "time_law_failed",
    "verification_failed",
    "controller_aborted",
    "execution_timeout",
    "not_still",
    "missed_target",
    OUTSIDE_BOX,
    *SAFETY_STOPS,
}


def test_every_code_of_the_nodes_is_blamed_on_one_side() -> None:
    """A new or renamed code would silently turn a failure of the stack into one of the agent."""
    camera = {
        NO_VIEW,
        NO_PROPRIOCEPTION,
        CAMERA_UNAVAILABLE,
        UNKNOWN_ACTION,
        UNKNOWN_ANCHOR,
        OUTSIDE_BOX,
    }
    known = {reason.code for reason in Reason} | camera | {"internal_error", "world_fault"}
    assert known == INFRASTRUCTURE_CODES | CAUSED_BY_THE_DECISION
    assert not INFRASTRUCTURE_CODES & CAUSED_BY_THE_DECISION


def test_a_lost_sample_ends_the_episode(table: Table) -> None:
    table.world.lose = lambda state: state.sequence == 3
    table.play(json.dumps({**PLACE, "relation": "above"}))
    assert table.episode.ending is Ending.INFRASTRUCTURE_ERROR
    assert "lost" in table.episode.reason


def test_samples_of_an_earlier_episode_are_not_taken_for_the_first(table: Table) -> None:
    table.world.samples.put(replace(table.episode.state, sequence=7))
    again = table.start()
    assert again.state.sequence == 0
    assert again.state.stamp > table.episode.state.stamp
    assert again.digest == table.episode.digest


def test_a_reset_without_sample_is_an_error(table: Table) -> None:
    table.world.lose = lambda state: True
    with pytest.raises(StackError, match="'world'"):
        table.start()


def test_a_lost_first_sample_is_asked_for_again(table: Table) -> None:
    lost = []

    def lose_one(state: WorldState) -> bool:
        lost.append(state)
        return len(lost) == 1

    table.world.lose = lose_one
    assert table.start().state.sequence == 0
    assert len(lost) == 2


def test_a_world_that_does_not_answer_is_asked_once(table: Table) -> None:
    """Asking again would only double the wait for a dead node."""
    asked = []

    def silent(task: str, seed: int) -> float:
        asked.append(task)
        raise StackError("node 'world' did not answer")

    table.world.reset = silent  # type: ignore[method-assign]
    with pytest.raises(StackError, match="did not answer"):
        table.start()
    assert len(asked) == 1


def test_a_missing_node_is_named(table: Table) -> None:
    table.director.wait_for_stack(TASK, 0.1)
    table.world.there = False
    with pytest.raises(StackError, match="'layout_world'"):
        table.director.wait_for_stack(TASK, 0.1)


def test_a_picture_that_fails_after_the_end_leaves_the_success(table: Table) -> None:
    def fail(views: Any, not_before: float) -> Any:
        raise StackError("node 'camera' is gone")

    table.director.play(table.episode, json.dumps(PLACE), table.phases.append)
    table.world.capture = fail  # type: ignore[method-assign]
    table.director.observe(table.episode)
    assert table.episode.ending is Ending.SUCCESS


def test_a_picture_that_fails_during_the_episode_ends_it(table: Table) -> None:
    def fail(views: Any, not_before: float) -> Any:
        raise StackError("node 'camera' is gone")

    table.world.capture = fail  # type: ignore[method-assign]
    table.play(json.dumps({**PLACE, "relation": "above"}))
    assert table.episode.ending is Ending.INFRASTRUCTURE_ERROR
    assert "'camera'" in table.episode.reason


def test_a_condition_that_the_world_cannot_give_is_refused() -> None:
    table = Table()
    condition = Condition(
        name="oracle", passive_views=("view_side",), most_diagnostic_only=True, rig=None
    )
    stack = replace(table.stack, world_services={"measure_visibility": lambda: False})
    director = Director(stack, condition, lambda episode: None, 0.3)
    with pytest.raises(ConfigError, match="'oracle' needs a world that serves measure_visibility"):
        director.wait_for_stack(TASK, 0.3)
    stack = replace(stack, world_services={"measure_visibility": lambda: True})
    Director(stack, condition, lambda episode: None, 0.3).wait_for_stack(TASK, 0.3)
