"""A node that dies ends the episode as invalid, with its name."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.ros, pytest.mark.sim]

TILT = (
    '{"action": "gripper.rotate_local", "axis": "ry", "sign": "+", "angle_deg": 45, "reason": "r"}'
)
STOP = '{"stop": true, "reason": "r"}'
SIDE = '{"action": "camera.view_side", "reason": "r"}'


@pytest.mark.parametrize(
    ("victim", "text"),
    [("executor", TILT), ("camera", SIDE), ("world", TILT), ("world", SIDE)],
    ids=["executor", "camera", "world-moving", "world-looking"],
)
def test_death_of_a_node(victim: str, text: str, doomed_stack: Any) -> None:
    started = doomed_stack.start("grasp_single_cube")
    assert started.ok, started.error
    doomed_stack.nodes[victim].kill()
    result = doomed_stack.act(text)
    assert (result.done, result.outcome, result.ending) == (True, "invalid", "infrastructure_error")
    assert victim in result.reason
    assert doomed_stack.last_state().outcome == "invalid"


def test_death_of_the_layout_world(doomed_layout: Any) -> None:
    """It serves what other nodes serve beside a robot; their names must not be given instead."""
    assert doomed_layout.start("cup_right_of_table").ok
    assert doomed_layout.act(STOP).done
    doomed_layout.nodes["layout_world"].kill()
    error = doomed_layout.start("cup_right_of_table").error
    assert "'layout_world'" in error
    assert "'world'" not in error
    assert "'camera'" not in error
