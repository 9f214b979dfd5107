"""What people and programs are told while an episode runs."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from eyehand_bench.cli import console
from eyehand_bench.cli.console import Console
from eyehand_bench.commands.progress import RunProgress
from eyehand_bench.stack.event_log import EventFollower
from eyehand_bench.stack.progress_report import ProgressReport


def test_a_wait_is_reported_when_it_begins_and_not_at_every_poll(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = ProgressReport(tmp_path / "events")
    for _ in range(10):
        report("waiting", what="world, camera")
    for _ in range(10):
        report("waiting", what="camera")
    report("ready", node="camera")
    told = [
        event.get("what", event["event"])
        for event in EventFollower(tmp_path / "events").new_events()
    ]
    assert told == ["world, camera", "camera", "ready"]
    assert capsys.readouterr().out == "ready camera\n"


def test_steps_are_lines_and_refusals_are_counted() -> None:
    stream = io.StringIO()
    progress = RunProgress(Console(stream=stream))
    progress({"event": "domain", "number": 42})
    progress({"event": "ready", "node": "world"})
    progress({"event": "playing"})
    progress({"event": "step", "step": 3, "budget": 25, "decision": "stop", "result": "refused"})
    progress({"event": "judged", "steps": 3})
    progress({"event": "an event of a later version"})
    lines = stream.getvalue().splitlines()
    assert "✔ world" in lines[0]
    assert "domain 42" in lines[0]
    assert lines[1].split() == ["03/25", "stop", "refused"]
    assert lines[2].startswith(" episode  3 steps")


@pytest.mark.parametrize(
    ("host", "awaited"),
    [("127.0.0.1:8000", "the model at 127.0.0.1:8000"), ("", "the agent's next step")],
)
def test_whose_step_is_awaited_is_said(
    host: str, awaited: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "SIGN_OF_LIFE_S", 0.0)
    stream = io.StringIO()
    progress = RunProgress(Console(stream=stream), host)
    progress({"event": "waiting", "what": "the agent's next step"})
    progress({"event": "tick"})
    progress({"event": "step", "step": 1, "budget": 25, "decision": "look", "result": "ok"})
    progress({"event": "tick"})
    lines = [line for line in stream.getvalue().splitlines() if "waiting" in line]
    assert len(lines) == 2
    assert all(f"waiting for {awaited}, 0 s" in line for line in lines)
