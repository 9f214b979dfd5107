"""Set-up that is told to end while a program of it works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

BOOTSTRAP = Path(__file__).resolve().parents[1]
DEADLINE_S = 20.0


def set_up_with_a_long_job(log: Path) -> list[str]:
    """Return the command of a set-up whose only step starts two programs, one inside the other."""
    code = f"""
    import sys
    sys.path.insert(0, {str(BOOTSTRAP)!r})
    from pathlib import Path
    from eyehand_setup import main, sequence
    from eyehand_setup.jobs import Job, run_all

    def set_up(layout, environ, progress, quiet):
        shell = ["sh", "-c", "sleep 60 & echo $$ $!; wait"]
        run_all([Job("x", shell, Path({str(log)!r}))], progress)

    sequence.set_up = set_up
    sys.argv = ["setup"]
    sys.exit(main.main())
    """
    return [sys.executable, "-c", textwrap.dedent(code)]


def programs(log: Path) -> list[int]:
    """Wait until the programs of the job have written their ids."""
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        if log.exists() and log.read_text(encoding="utf-8").endswith("\n"):
            return [int(number) for number in log.read_text(encoding="utf-8").split()]
        time.sleep(0.02)
    raise TimeoutError("the job has not started")


def works(process: int) -> bool:
    """Tell whether a process is there and has not ended."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def wait_for_end(processes: list[int]) -> None:
    """Wait until none of the processes works any more."""
    deadline = time.monotonic() + DEADLINE_S
    while any(works(process) for process in processes) and time.monotonic() < deadline:
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_programs_end_with_a_set_up_that_is_told_to_end(tmp_path: Path, number: int) -> None:
    log = tmp_path / "log"
    with subprocess.Popen(
        set_up_with_a_long_job(log), stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        started = programs(log)
        try:
            process.send_signal(number)
            _, said = process.communicate(timeout=DEADLINE_S)
            wait_for_end(started)
            assert not any(works(program) for program in started)
        finally:
            for program in filter(works, started):
                os.kill(program, signal.SIGKILL)
            process.kill()
    assert process.returncode == 128 + number
    assert said.endswith(
        "error: set-up was interrupted\n  run it again: it goes on where it stopped\n"
    )


def test_hang_up_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """Nohup asks for that."""
    log = tmp_path / "log"
    command = ["nohup", *set_up_with_a_long_job(log)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        started = programs(log)
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGTERM)
        status = process.wait(timeout=DEADLINE_S)
        wait_for_end(started)
    assert status == 128 + signal.SIGTERM
