"""Progress of an episode: lines for people, events for the program that started it."""

from __future__ import annotations

import contextlib
import sys
import time
from pathlib import Path
from typing import Any

from eyehand_bench.stack.event_log import append_event

AGENT_STEP = "the agent's next step"
"""What is awaited while the agent decides and its decision is carried out."""

_SIGN_OF_LIFE_S = 5.0


class ProgressReport:
    """Takes events of one episode.

    Args:
        events: file to append them to; None to print them only.
    """

    def __init__(self, events: Path | None) -> None:
        self._events = events
        self._told = time.monotonic()
        self._awaited = ""

    def __call__(self, event: str, **facts: Any) -> None:
        """Report one event. The same wait is told again every few seconds only."""
        is_wait = event == "waiting"
        is_new = is_wait and facts["what"] != self._awaited
        self._awaited = facts["what"] if is_wait else ""
        if is_wait and not is_new and time.monotonic() - self._told < _SIGN_OF_LIFE_S:
            return
        if self._events is not None:
            append_event(self._events, event, **facts)
        if is_new:
            return
        self._told = time.monotonic()
        with contextlib.suppress(OSError):  # nobody listens any more; the episode goes on
            sys.stdout.write(f"{describe_event({'event': event, **facts})}\n")
            sys.stdout.flush()


def describe_event(event: dict[str, Any]) -> str:
    """Return an event as a line for people."""
    if event["event"] == "step":
        place = f"{event['step']:02d}/{event['budget']:02d}"
        return f"{place}  {event['decision']:<44} {event['result']}"
    if event["event"] == "waiting":
        return f"waiting for {event['what']}"
    if event["event"] == "judged":
        end = f"{event['outcome']} at step {event['steps']}"
        return f"{end}: {event['reason']}" if event["reason"] else end
    return " ".join(str(value) for value in event.values())
