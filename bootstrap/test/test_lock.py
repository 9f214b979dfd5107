"""Two set-ups at once."""

from __future__ import annotations

import fcntl
import io
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
from eyehand_setup import lock, messages
from eyehand_setup.messages import Progress

BOOTSTRAP = Path(__file__).resolve().parents[1]


def _is_free(path: Path) -> bool:
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def test_second_waits_with_a_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "INTERVAL_S", 0.1)
    path = tmp_path / "lock"
    out = io.StringIO()
    entered = threading.Event()

    def second() -> None:
        with lock.held(path, Progress(out)):
            entered.set()

    with lock.held(path, Progress(io.StringIO())):
        thread = threading.Thread(target=second)
        thread.start()
        time.sleep(0.6)
        assert not entered.is_set()
    thread.join(timeout=5)
    assert entered.is_set()
    assert "for another set-up of this checkout" in out.getvalue()


def test_lock_stays_while_a_program_of_a_killed_set_up_works(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    code = f"""
    import io, sys
    sys.path.insert(0, {str(BOOTSTRAP)!r})
    from pathlib import Path
    from eyehand_setup import lock
    from eyehand_setup.jobs import Job, run_all
    from eyehand_setup.messages import Progress
    progress = Progress(io.StringIO())
    with lock.held(Path({str(path)!r}), progress) as descriptor:
        job = Job("x", ["sh", "-c", "echo $$; exec sleep 30"], Path({str(tmp_path / "log")!r}))
        run_all([job], progress, descriptor)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)]) as process:
        deadline = time.monotonic() + 10
        log = tmp_path / "log"
        while not (log.exists() and log.read_text().strip()) and time.monotonic() < deadline:
            time.sleep(0.05)
        sleeper = int(log.read_text())
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not _is_free(path)
    os.kill(sleeper, signal.SIGKILL)
    while not _is_free(path) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _is_free(path)
