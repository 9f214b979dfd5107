"""The launch files by themselves: declared arguments, a whole episode, clean ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from eyehand_bench.stack.domain import reserve_domain
from eyehand_bench.stack.running_stack import RunningStack
from eyehand_bench.stack.stack_process import StackProcess
from eyehand_nodekit.spinning_node import SpinningNode

from eyehand_bench import library

LAUNCH = library.share_folder() / "launch"
PROGRAM = """
import sys
from launch import LaunchDescription, LaunchService
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import AnyLaunchDescriptionSource

file, *words = sys.argv[1:]
arguments = [tuple(word.split(":=", 1)) for word in words]
service = LaunchService()
source = AnyLaunchDescriptionSource(file)
service.include_launch_description(
    LaunchDescription([IncludeLaunchDescription(source, launch_arguments=arguments)])
)
sys.exit(service.run())
"""
DECLARED = """
import json, sys
from launch import LaunchContext
from launch.launch_description_sources import AnyLaunchDescriptionSource

description = AnyLaunchDescriptionSource(sys.argv[1]).get_launch_description(LaunchContext())
print(json.dumps({a.name: a.description for a in description.get_launch_arguments()}))
"""
EPISODE_S = 180.0
STOP_S = 30.0


def _python(program: str, *words: str, domain: int = 0) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "ROS_DOMAIN_ID": str(domain)},
        start_new_session=True,
    )


def _left_in_session(session: int) -> list[psutil.Process]:
    return [p for p in psutil.process_iter() if p.pid != session and os.getsid(p.pid) == session]


@pytest.mark.parametrize(
    "name", sorted(path.stem.partition(".")[0] for path in LAUNCH.glob("*.py"))
)
def test_every_argument_is_described(name: str) -> None:
    process = _python(DECLARED, str(LAUNCH / f"{name}.launch.py"))
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0, output
    declared = json.loads(output.splitlines()[-1])
    assert declared
    assert all(len(description) > len("described") for description in declared.values()), declared


@pytest.mark.ros
@pytest.mark.sim
@pytest.mark.parametrize(
    ("name", "task"),
    [("sim_episode", "grasp_single_cube"), ("layout_episode", "cup_right_of_table")],
)
def test_an_episode_file_plays_and_ends_by_itself(tmp_path: Path, name: str, task: str) -> None:
    out = tmp_path / "record"
    words = [f"task:={task}", "seed:=1000", "agent:=expert", f"out:={out}"]
    with reserve_domain() as domain:
        process = _python(PROGRAM, str(LAUNCH / f"{name}.launch.py"), *words, domain=domain.number)
        output, _ = process.communicate(timeout=EPISODE_S)
    assert process.returncode == 0, output
    assert json.loads((out / "episode.json").read_text())["outcome"] == "success", output
    assert _left_in_session(process.pid) == []


@pytest.mark.ros
@pytest.mark.sim
def test_the_stack_plays_on_request_and_stops_cleanly(tmp_path: Path) -> None:
    with reserve_domain() as domain:
        stack = StackProcess(LAUNCH / "stack.launch.py", {"agent": "expert"}, domain, tmp_path)
        node = SpinningNode("tester", domain.number)
        try:
            result = RunningStack(node, domain).play("click_bell", 1000)
            known = node.node.get_node_names_and_namespaces_with_enclaves()
        finally:
            node.close()
            stack.stop()
    assert result.outcome == "success"
    ended = {}
    deadline = time.monotonic() + STOP_S
    while len(ended) < 5 and time.monotonic() < deadline:
        events = stack.new_events()
        ended |= {e["node"]: e["status"] for e in events if e["event"] == "ended"}
        time.sleep(0.1)
    names = ("world", "executor", "camera", "monitor", "agent")
    assert ended == dict.fromkeys(names, 0)
    assert {(name, f"/eyehand/{name}") for name in names} <= {
        (n, enclave) for n, _, enclave in known
    }
