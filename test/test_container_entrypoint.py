"""What the entry point of the containers runs: programs, and commands of eyehand."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from eyehand_bench.commands import COMMANDS

ENTRY_POINT = Path(__file__).resolve().parents[1] / "docker" / "entrypoint.sh"


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """Return a folder that stands for the image: an environment, eyehand, and some programs."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (tmp_path / ".eyehand").mkdir()
    (tmp_path / ".eyehand" / "env.sh").write_text(f"PATH={programs}:$PATH\n")
    for path in (tmp_path / "eyehand", programs / "ros2", programs / "stop"):
        path.write_text('#!/bin/sh\nprintf "%s" "${0##*/}"; printf " <%s>" "$@"\n')
        path.chmod(0o755)
    return tmp_path


def run(image: Path, *words: str) -> str:
    """Return what was run in the image, and with which arguments."""
    script = ENTRY_POINT.read_text().replace("/eyehand/", f"{image}/")
    done = subprocess.run(
        ["/bin/sh", "-c", script, "entrypoint", *words],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_reaches_eyehand(image: Path, command: str) -> None:
    assert run(image, command, "--out", "a b") == f"eyehand <{command}> <--out> <a b>"


@pytest.mark.parametrize("words", [(), ("--help",), ("sotp",)])
def test_what_is_no_program_is_answered_by_eyehand(image: Path, words: tuple[str, ...]) -> None:
    assert run(image, *words).startswith("eyehand")


def test_programs_are_run(image: Path) -> None:
    assert run(image, "ros2", "topic", "list") == "ros2 <topic> <list>"


def test_launch_arguments_without_a_value_are_left_out(image: Path) -> None:
    words = ("launch", "a.launch.py", "task:=none", "model:=", "base_url:=")
    assert run(image, "ros2", *words) == "ros2 <launch> <a.launch.py> <task:=none>"
