"""Whatever is killed, the rest ends, the culprit is named, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from eyehand_bench.stack.domain import reserve_domain
from eyehand_bench.stack.process_group import living_members
from eyehand_bench.stack.stack_process import StackProcess

pytestmark = pytest.mark.ros

LAUNCH_FILE = Path(__file__).parent / "launches" / "idle_stack.launch.py"
PATIENCE_S = 30.0


@contextmanager
def running_stack(folder: Path, nodes: str) -> Iterator[StackProcess]:
    with (
        reserve_domain() as domain,
        StackProcess(LAUNCH_FILE, {"nodes": nodes}, domain, folder) as stack,
    ):
        yield stack


def follow(
    stack: StackProcess, until: Callable[[list[dict[str, Any]]], bool]
) -> list[dict[str, Any]]:
    """Collect events until they suffice."""
    events: list[dict[str, Any]] = []
    deadline = time.monotonic() + PATIENCE_S
    while not until(events):
        assert time.monotonic() < deadline, f"only {events}; log: {stack.log.read_text()}"
        time.sleep(0.05)
        events += stack.new_events()
    return events


def pids(events: list[dict[str, Any]]) -> dict[str, int]:
    return {event["node"]: event["pid"] for event in events if event["event"] == "started"}


def ends(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] == "ended"]


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def is_gone(pid: int) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while runs(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def test_a_killed_node_is_named_and_the_others_end(tmp_path: Path) -> None:
    with running_stack(tmp_path, "eye,hand") as stack:
        started = pids(follow(stack, lambda events: len(pids(events)) == 2))
        os.kill(started["hand"], signal.SIGKILL)
        first = ends(follow(stack, lambda events: len(ends(events)) == 2))[0]
    assert (first["node"], first["status"]) == ("hand", -signal.SIGKILL)
    assert all(is_gone(pid) for pid in started.values())


def test_stopping_ends_nodes_that_do_not_listen(tmp_path: Path) -> None:
    with running_stack(tmp_path, "eye,stubborn") as stack:
        started = pids(follow(stack, lambda events: len(pids(events)) == 2))
        group = os.getpgid(started["stubborn"])
    assert all(is_gone(pid) for pid in started.values())
    assert living_members(group) == ()


def test_a_killed_launch_process_takes_the_nodes_along(tmp_path: Path) -> None:
    with running_stack(tmp_path, "eye,hand") as stack:
        started = pids(follow(stack, lambda events: len(pids(events)) == 2))
        os.kill(os.getpgid(started["eye"]), signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE_S
        while stack.running and time.monotonic() < deadline:
            time.sleep(0.05)
        assert stack.death is not None
        assert stack.death.sentence() == "node 'launch' died (signal 9)"
    assert all(is_gone(pid) for pid in started.values())


def test_nothing_outlives_a_killed_runner(tmp_path: Path) -> None:
    script = (
        "import sys, time; sys.path.insert(0, sys.argv[1]); from pathlib import Path\n"
        "from test_stack_process import follow, pids, running_stack\n"
        "with running_stack(Path(sys.argv[2]), 'eye,hand') as stack:\n"
        "    print(pids(follow(stack, lambda events: len(pids(events)) == 2)), flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(Path(__file__).parent), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
    ) as runner:
        assert runner.stdout is not None
        started = eval(runner.stdout.readline())  # noqa: S307 - printed above
        runner.kill()
    assert set(started) == {"eye", "hand"}
    assert all(is_gone(pid) for pid in started.values())


def test_last_words_of_a_node_are_kept(tmp_path: Path) -> None:
    with running_stack(tmp_path, "eye,stubborn") as stack:
        started = pids(follow(stack, lambda events: len(pids(events)) == 2))
        deadline = time.monotonic() + PATIENCE_S
        while "I do not listen" not in stack.log.read_text() and time.monotonic() < deadline:
            time.sleep(0.05)
        os.kill(started["stubborn"], signal.SIGKILL)
        first = ends(follow(stack, lambda events: bool(ends(events))))[0]
    assert first["last_words"] == "error: I do not listen"


def test_a_broken_launch_file_ends_at_once(tmp_path: Path) -> None:
    with (
        reserve_domain() as domain,
        StackProcess(tmp_path / "none.launch.py", {}, domain, tmp_path) as stack,
    ):
        deadline = time.monotonic() + PATIENCE_S
        while stack.running and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not stack.running
        assert "none.launch.py" in stack.log.read_text()
