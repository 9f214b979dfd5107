"""Events of several processes arrive whole and in order."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from eyehand_bench.stack.event_log import EventFollower, append_event


def test_half_a_line_waits_for_its_rest(tmp_path: Path) -> None:
    path = tmp_path / "events"
    follower = EventFollower(path)
    assert follower.new_events() == []
    append_event(path, "step", step=1)
    with path.open("a") as stream:
        stream.write('{"event": "half')
        stream.flush()
        assert [event["step"] for event in follower.new_events()] == [1]
        stream.write('way"}\n')
        stream.flush()
    assert follower.new_events() == [{"event": "halfway"}]
    assert follower.new_events() == []


def test_writers_do_not_mix_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "events"
    script = (
        "import sys; from pathlib import Path\n"
        "from eyehand_bench.stack.event_log import append_event\n"
        "for i in range(200):\n"
        "    append_event(Path(sys.argv[1]), 'e', who=sys.argv[2], n=i, pad='x' * 500)\n"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(path), who]) for who in ("a", "b")
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    events = EventFollower(path).new_events()
    for who in ("a", "b"):
        assert [event["n"] for event in events if event["who"] == who] == list(range(200))
