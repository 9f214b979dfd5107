"""Run programs with their output in a log, several at once, while showing that they live."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from eyehand_setup.messages import Progress

TAIL_LINES = 12


@dataclass
class Job:
    """One program: what to run, where its output goes, how to describe it from its output."""

    step: str
    command: Sequence[str]
    log: Path
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    cwd: Path | None = None
    describe: Callable[[str], str] = lambda _: "working"
    code: int = 0

    @property
    def output(self) -> str:
        """What the program has written so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    @property
    def tail(self) -> list[str]:
        """The last lines of the output."""
        return [line for line in self.output.splitlines() if line.strip()][-TAIL_LINES:]


def run_all(jobs: Sequence[Job], progress: Progress, keep_open: int | None = None) -> None:
    """Run jobs at the same time until each has ended; fills in their exit codes.

    `keep_open` is the descriptor of the set-up lock. The programs inherit it, so that the lock
    stays taken when set-up itself is killed and they are not.
    """
    running: list[tuple[Job, subprocess.Popen[bytes]]] = []
    try:
        for job in jobs:
            running.append((job, _start(job, keep_open)))
        while any(process.poll() is None for _, process in running):
            for job, process in running:
                if process.poll() is None:
                    progress.alive(job.step, job.describe(job.output))
            time.sleep(0.2)
    finally:
        for _, process in running:
            _stop(process)
    for job, process in running:
        job.code = process.returncode


def _start(job: Job, keep_open: int | None) -> subprocess.Popen[bytes]:
    with job.log.open("wb") as log:
        return subprocess.Popen(
            list(job.command),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=dict(job.env),
            cwd=job.cwd,
            start_new_session=True,
            pass_fds=() if keep_open is None else (keep_open,),
        )


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
