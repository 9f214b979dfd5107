"""One recorded episode on a stack that is running already, for measurements."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eyehand_nodekit.names import WATCH_PARENT
from eyehand_nodekit.spinning_node import SpinningNode

from eyehand_bench.record import conclusion
from eyehand_bench.record.episode_file import BAG_FOLDER
from eyehand_bench.record.episode_plan import EpisodePlan
from eyehand_bench.stack.domain import Domain
from eyehand_bench.stack.episode_client import EpisodeClient, Wishes

_START_S = 90.0
_STEP_S = 600.0
_END_S = 10.0


def record_episode(domain: Domain, plan: EpisodePlan, record: Path) -> dict[str, Any]:
    """Play and record one episode; return what ``episode.json`` says.

    Args:
        domain: of the running stack.
        plan: what to play; must be what the stack was started for.
        record: folder to make.

    Raises:
        RecordError: the folder cannot be written.
    """
    started = conclusion.now()
    conclusion.begin(record, plan)
    node = SpinningNode("recorded_episode", domain.number)
    try:
        with _recorder(domain, record / BAG_FOLDER):
            client = EpisodeClient(node.node, plan, record, _say_nothing, Wishes())
            verdict = client.play(_START_S, _STEP_S)
    finally:
        node.close()
    return conclusion.conclude(record, plan, verdict, started)


@contextmanager
def _recorder(domain: Domain, bag: Path) -> Iterator[None]:
    command = [sys.executable, "-m", "eyehand_bench.recorder_node"]
    process = subprocess.Popen(
        [*command, "--ros-args", "-p", f"bag:={bag}"],
        env={**os.environ, **domain.environment(), WATCH_PARENT: "1"},
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(_END_S)


def _say_nothing(event: str, **facts: Any) -> None:
    """Take progress that nobody looks at."""
