"""The command as a process of its own: its help, what it writes to, and its environment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from eyehand_bench.commands.agent_names import agent_names
from eyehand_core.episode.condition import KINDS
from eyehand_core.episode.conditions import conditions_of

sys.path.insert(0, str(Path(__file__).parent))
from command_line import EPISODE, run

from eyehand_bench import library


def test_help_of_run_names_what_is_allowed_and_the_defaults() -> None:
    helped = " ".join(run("run", "--help").stdout.split())
    named = [*agent_names(), *library.robot_files(), *library.render_profiles()]
    named += library.condition_files()
    assert all(name in helped for name in named)
    for default in ("by default dual_x5", "by default active", "by default standard"):
        assert default in helped
    for kind in KINDS:
        names = [condition.name for condition in conditions_of(library.config_folder(), kind)]
        assert f"for tasks of kind {kind}: {', '.join(names)}" in helped


@pytest.mark.slow
def test_output_that_nobody_takes_is_told_without_a_traceback() -> None:
    for words in (("tasks",), ("tasks", "lift_pot"), ("run", "--help")):
        with open("/dev/full", "w") as full:
            ended = subprocess.run(
                [sys.executable, "-m", "eyehand_bench", *words],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert ended.returncode == 3
        assert ended.stderr.startswith("error: cannot write to standard output: No space left")
        assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("RMW_IMPLEMENTATION", "rmw_cyclone_cpp", "did you mean: rmw_cyclonedds_cpp"),
        ("ROS_DOMAIN_ID", "abc", "ROS_DOMAIN_ID is 'abc'; expected an integer 0-232"),
        ("ROS_DOMAIN_ID", "233", "expected an integer 0-232"),
    ],
)
def test_ros_variables_that_no_node_could_start_with_are_told_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, says: str
) -> None:
    monkeypatch.setenv(name, value)
    ended = run(*EPISODE, "--out", str(tmp_path / "record"))
    assert ended.returncode == 2
    assert says in ended.stderr
    assert not (tmp_path / "record").exists()
