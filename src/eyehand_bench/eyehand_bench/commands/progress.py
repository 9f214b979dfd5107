"""Shows the events of a run."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from eyehand_bench.cli.console import Console
from eyehand_bench.cli.words import counted
from eyehand_bench.stack.progress_report import AGENT_STEP

_BAR = 10


class RunProgress:
    """Turns events into lines.

    Args:
        console: where they go.
        model_host: host and port of the model that decides; empty if none does.
    """

    def __init__(self, console: Console, model_host: str = "") -> None:
        self._console = console
        self._start = time.monotonic()
        self._ready: list[str] = []
        self._awaited = "the nodes to start"
        self._agent_step = f"the model at {model_host}" if model_host else AGENT_STEP
        self._place = ""
        self._troubles = 0
        self._domain = 0

    def __call__(self, event: Mapping[str, Any]) -> None:
        """Show one event."""
        handler = getattr(self, f"_on_{event['event']}", None)
        if handler is not None:
            handler(event)

    def _on_tick(self, _: Mapping[str, Any]) -> None:
        self._console.waiting(self._awaited, self._place)

    def _on_domain(self, event: Mapping[str, Any]) -> None:
        self._domain = event["number"]

    def _on_waiting(self, event: Mapping[str, Any]) -> None:
        what = event["what"]
        self._awaited = self._agent_step if what == AGENT_STEP else what

    def _on_ready(self, event: Mapping[str, Any]) -> None:
        self._ready.append(event["node"])

    def _on_playing(self, _: Mapping[str, Any]) -> None:
        marks = " ".join(f"✔ {name}" for name in self._ready)
        self._console.line(
            f" stack    {marks}   domain {self._domain}, this machine only   {self._elapsed()}"
        )
        self._awaited = "the first observation"

    def _on_step(self, event: Mapping[str, Any]) -> None:
        step, budget = event["step"], event["budget"]
        place = f"{step:02d}/{budget:02d}"
        self._troubles += event["result"] != "ok"
        self._place = f"step {step}/{budget} {_bar(step, budget)} refused {self._troubles} · "
        self._console.line(f"     {place}  {event['decision']:<48} {event['result']}")
        self._awaited = self._agent_step

    def _on_judged(self, event: Mapping[str, Any]) -> None:
        self._console.line(f" episode  {counted(event['steps'], 'step')}, {self._elapsed()}")
        self._awaited, self._place = "the nodes to end", ""

    def _on_death(self, event: Mapping[str, Any]) -> None:
        self._console.line(f" {event['what']}; ending the others")
        self._awaited, self._place = "the nodes to end", ""

    def _on_stopping(self, _: Mapping[str, Any]) -> None:
        self._console.waiting("the nodes to end")

    def _elapsed(self) -> str:
        seconds = time.monotonic() - self._start
        return f"{int(seconds // 60)}:{int(seconds % 60):02d}"


def _bar(step: int, budget: int) -> str:
    done = round(_BAR * step / max(budget, 1))
    return "▓" * done + "░" * (_BAR - done)
