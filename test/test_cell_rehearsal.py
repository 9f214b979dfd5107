"""A physical cell, rehearsed: perception sees rendered pictures and knows nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from direct_stack import LIBRARY
from eyehand_bench.record.bag_reader import BagReader
from eyehand_bench.stack.domain import reserve_domain

LAUNCH = Path(__file__).resolve().parents[1] / "launch" / "real_robot.launch.py"
PROGRAM = """
import sys
from launch import LaunchDescription, LaunchService
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import AnyLaunchDescriptionSource

file, *words = sys.argv[1:]
source = AnyLaunchDescriptionSource(file)
arguments = [tuple(word.split(":=", 1)) for word in words]
service = LaunchService()
service.include_launch_description(
    LaunchDescription([IncludeLaunchDescription(source, launch_arguments=arguments)])
)
sys.exit(service.run())
"""
EPISODE_S = 280.0


@pytest.mark.ros
@pytest.mark.sim
def test_an_episode_is_set_up_seen_and_recorded(tmp_path: Path) -> None:
    """The expert rings the bell by what perception tells it, and the referee hears it ring."""
    out = tmp_path / "record"
    words = ["rehearsal:=true", "task:=click_bell", "seed:=1000", "agent:=expert"]
    with reserve_domain() as domain:
        process = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(LAUNCH), *words, f"out:={out}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "ROS_DOMAIN_ID": str(domain.number)},
            timeout=EPISODE_S,
            check=False,
        )
    assert process.returncode == 0, process.stdout
    assert "PASS  joints" in process.stdout, "no preflight"
    assert (out / "episode.json").exists(), process.stdout
    episode = json.loads((out / "episode.json").read_text())
    assert episode["outcome"] == "success", process.stdout
    messages = _messages(out / "bag")
    bell = messages["/world/objects"][0].objects[0]
    drawn = LIBRARY.instantiate(LIBRARY.load("click_bell"), 1000).objects[0]
    offset = [
        getattr(bell.pose.position, axis) - value
        for axis, value in zip("xyz", drawn.position, strict=True)
    ]
    assert max(map(abs, offset)) < 0.003
    assert 0.0 < bell.position_deviation < 0.003
    facts = {value.key: value.value for value in messages["/world/perception"][0].status[0].values}
    assert facts["source"] == "measured"
    looks = [m.detail for m in messages["/decisions"] if "camera" in m.decision]
    assert looks
    assert all("degrees off the view" in detail for detail in looks)
    questions = [json.loads(m.data) for m in messages["/operator/question"]]
    assert [q["kind"] for q in questions if q["id"]] == ["placing"]
    (answer,) = (json.loads(m.data) for m in messages["/operator/answer"])
    assert (answer["answer"], answer["by"]) == ("done", "rehearsal")


def _messages(bag: Path) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for item in BagReader(bag).typed_messages():
        found.setdefault(item.topic, []).append(item.message)
    return found
