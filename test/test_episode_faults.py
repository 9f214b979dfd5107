"""Whatever breaks in an episode: its name is told, the episode is invalid, nothing is left."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from eyehand_bench.record import topics
from eyehand_bench.record.bag_reader import BagReader
from eyehand_bench.record.rescoring import rescore

pytestmark = [pytest.mark.ros, pytest.mark.sim]

EPISODE = ("--task", "place_cube_in_bowl", "--seed", "1000", "--agent", "expert")
START_S = 120.0
END_S = 60.0
NAMED_WITHIN_S = 10.0
NODES = ("world", "executor", "camera", "monitor", "agent", "recorder", "episode")


class Run:
    """An ``eyehand run`` in progress.

    Args:
        record: its record folder.
        progress: file that its standard error goes to.
    """

    def __init__(self, record: Path, progress: Path, *words: str) -> None:
        self.record = record
        self._progress = progress
        self._errors = progress.open("w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "eyehand_bench", "run", *(words or EPISODE), "--out", record],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            start_new_session=True,
        )

    @property
    def progress(self) -> str:
        """What it has told so far."""
        return self._progress.read_text()

    def wait_for(self, text: str) -> None:
        """Wait until it has told ``text``."""
        deadline = time.monotonic() + START_S
        while text not in self.progress:
            assert self.process.poll() is None, self.progress
            assert time.monotonic() < deadline, self.progress
            time.sleep(0.05)

    def members(self) -> list[psutil.Process]:
        """Return everything that it has started."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def node(self, name: str) -> psutil.Process:
        """Return the process of a node."""
        (found,) = (p for p in self.members() if any(name in part for part in p.cmdline()[1:3]))
        return found

    def result(self) -> tuple[int, dict[str, Any]]:
        """Return exit status and the last line of standard output."""
        output, _ = self.process.communicate(timeout=START_S)
        return self.process.returncode, json.loads(output.splitlines()[-1])

    def close(self) -> None:
        """End what a failed test left."""
        self._errors.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=END_S)


@contextmanager
def started(folder: Path, *words: str) -> Iterator[Run]:
    run = Run(folder / "record", folder / "progress.txt", *words)
    try:
        yield run
    finally:
        run.close()


def all_gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=END_S)
    return all(process.status() == psutil.STATUS_ZOMBIE for process in alive)


@pytest.mark.parametrize("node", NODES)
def test_a_killed_node_is_named(tmp_path: Path, node: str) -> None:
    with started(tmp_path) as run:
        run.wait_for("02/50")
        members = run.members()
        run.node(f"{node}_node").kill()
        killed = time.monotonic()
        status, result = run.result()
    assert status == 3
    assert result["outcome"] == "invalid"
    assert result["reason"].startswith(f"node '{node}' died (signal 9)")
    assert result["steps"] >= 2
    assert time.monotonic() - killed < NAMED_WITHIN_S + END_S
    assert all_gone(members)
    assert json.loads((run.record / "episode.json").read_text())["outcome"] == "invalid"


def test_a_killed_launch_process_is_named(tmp_path: Path) -> None:
    with started(tmp_path) as run:
        run.wait_for("02/50")
        members = run.members()
        run.node("eyehand_bench.stack.supervisor").kill()
        status, result = run.result()
    assert (status, result["outcome"]) == (3, "invalid")
    assert result["reason"].startswith("node 'launch' died (signal 9)")
    assert all_gone(members)


def decided(record: Path) -> list[str]:
    """Return the decisions in a bag."""
    reader = BagReader(record / "bag")
    return [item.message.raw for item in reader.typed_messages(f"/{topics.DECISIONS}")]


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_ends_the_episode_before_the_nodes(tmp_path: Path, presses: int) -> None:
    """The bag says by itself that the episode was aborted, and the arm does not play on."""
    with started(tmp_path) as run:
        run.wait_for("02/50")
        members = run.members()
        for _ in range(presses):
            run.process.send_signal(signal.SIGINT)
            time.sleep(0.3)
        told = run.progress.count("/50")
        run.process.wait(timeout=END_S)
        assert run.process.returncode == 130
        assert "Traceback" not in run.progress
    assert all_gone(members)
    episode = json.loads((run.record / "episode.json").read_text())
    assert (episode["outcome"], episode["ending"]) == ("invalid", "operator_abort")
    assert episode["steps"] >= 2
    assert len(decided(run.record)) <= told + 1
    comparison = rescore(run.record / "bag")
    assert comparison.matches, comparison
    assert (comparison.derived.outcome, comparison.derived.ending) == ("invalid", "operator_abort")
    assert comparison.derived.steps == episode["steps"]


def test_nothing_outlives_a_killed_runner(tmp_path: Path) -> None:
    """Played with random decisions, so that the episode lasts longer than its nodes may."""
    with started(tmp_path, *EPISODE[:-1], "random") as run:
        run.wait_for("02/50")
        members = run.members()
        run.process.kill()
        assert all_gone(members)
    scored = subprocess.run(
        [sys.executable, "-m", "eyehand_bench", "score", "--json", run.record],
        capture_output=True,
        text=True,
        check=False,
    )
    # The recorder may end before the referee has said that it was stopped.
    assert scored.returncode in (0, 3), scored.stderr
    derived = json.loads(scored.stdout)["derived"]
    assert derived["steps"] >= 2
    assert derived["outcome"] not in ("success", "failure")
    episode = json.loads((run.record / "episode.json").read_text())
    assert (episode["state"], episode["ending"]) == ("ended", "operator_abort")


def test_two_runs_side_by_side_are_the_same_to_the_last_bit(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with started(tmp_path / "a") as first, started(tmp_path / "b") as second:
        results = [first.result(), second.result()]
    assert [status for status, _ in results] == [0, 0]
    assert {result["outcome"] for _, result in results} == {"success"}
    assert len({result["digest"] for _, result in results}) == 1


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """Mount a file system of its own."""
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mounting, check=False).returncode != 0:
        pytest.skip("mounting a small disk needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_too_little_room_is_said_before_anything_starts(tmp_path: Path) -> None:
    with disk(tmp_path, 3) as folder, started(folder) as run:
        assert run.process.wait(timeout=START_S) == 2
        assert "a record needs 200 MB" in run.progress
        assert not list(run.record.iterdir())


def test_a_disk_that_fills_up_makes_the_episode_invalid(tmp_path: Path) -> None:
    with disk(tmp_path, 220) as folder, started(folder) as run:
        run.wait_for("02/50")
        with contextlib.suppress(OSError), (folder / "filler").open("wb") as filler:
            while True:
                filler.write(bytes(1_000_000))
        status, result = run.result()
        assert f"{result['steps']} steps kept" in run.progress
    assert (status, result["outcome"]) == (3, "invalid")
    assert "No space left on device" in result["reason"]
    assert result["steps"] >= 2
