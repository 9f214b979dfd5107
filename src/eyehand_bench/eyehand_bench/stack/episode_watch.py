"""Follows the nodes of an episode to its end, and ends it in good order when the user wants that.

An episode that the user stops is ended at the referee first, while every node still lives: so no
further decision is carried out, and the record itself says how the episode ended.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from eyehand_bench.stack.ctrl_c import CtrlC
from eyehand_bench.stack.stack_process import NodeDeath, StackProcess

ABORT_SIGNAL = signal.SIGUSR1
"""Asks the client of an episode to end it as aborted and to close its record."""

CLIENT = "episode"
_ORDERLY = (0, 2, 3)
"""Exit statuses of the client: judged, wrong use, invalid."""

SILENCE_S = 600.0
"""The client of an episode tells what it waits for every few seconds; only its check of the record
is silent, for seconds. Longer than this, it hangs."""

_POLL_S = 0.1
_END_S = 30.0
"""How long the nodes may take to end after the episode is over, before they are stopped."""

_ABORT_S = 20.0
"""How long the client may take to end an episode and check its record."""

_HURRY_S = 3.0
"""The same after a second Ctrl-C: long enough for the referee to be told."""

Observer = Callable[[Mapping[str, Any]], None]
"""Takes each event of a run, and an event ``tick`` between them."""


class EpisodeWatch:
    """Follows one episode.

    Args:
        stack: its nodes.
        observe: takes progress.
        ctrl_c: what the user wants.
        silence: longest time without a word of the client [s].
    """

    def __init__(
        self, stack: StackProcess, observe: Observer, ctrl_c: CtrlC, silence: float
    ) -> None:
        self._stack = stack
        self._observe = observe
        self._ctrl_c = ctrl_c
        self._silence = silence
        self._heard = time.monotonic()
        self._deadline = float("inf")
        self._client = 0
        self._answered = 0
        self._judged = self._aborted = False
        self._death: NodeDeath | None = None

    @property
    def incident(self) -> str:
        """Which node died, in a sentence; empty if the client ended first, in good order."""
        death = self._stack.death or self._death
        if death is None or (death.node == CLIENT and death.status in _ORDERLY):
            return ""
        return death.sentence()

    def run(self) -> str:
        """Pass events on until the nodes have ended or must be; return what broke it off."""
        while self._stack.running and time.monotonic() < self._deadline:
            time.sleep(_POLL_S)
            self._observe({"event": "tick"})
            if time.monotonic() - self._heard > self._silence:
                return f"node {CLIENT!r} has told nothing for {self._silence:g} s"
            for event in self._stack.new_events():
                self._take(event)
            if self._ctrl_c.count > self._answered:
                self._answer_ctrl_c()
        death = self._stack.death or self._death
        return death.sentence() if death else ""

    def _take(self, event: Mapping[str, Any]) -> None:
        self._observe(event)
        self._heard = time.monotonic()
        if event["event"] == "started" and event["node"] == CLIENT:
            self._client = event["pid"]
        elif event["event"] == "aborted":
            self._aborted = True
            if self._ctrl_c.count > 1:
                self._end_within(0.0)
        elif event["event"] == "judged":
            self._judged = True
            self._end_within(_END_S)
        elif event["event"] == "ended":
            self._end_within(_END_S)
            self._take_end(event)

    def _take_end(self, event: Mapping[str, Any]) -> None:
        if self._death is not None:
            return
        self._death = NodeDeath(
            node=event["node"], status=event["status"], last_words=event["last_words"]
        )
        if not self._judged:
            self._observe({"event": "death", "what": self._death.sentence()})

    def _answer_ctrl_c(self) -> None:
        """Have the referee end the episode; be content with that when the user insists."""
        if self._answered == 0:
            self._observe({"event": "stopping"})
            if self._client and not self._judged:
                with suppress(ProcessLookupError):
                    os.kill(self._client, ABORT_SIGNAL)
        self._answered = self._ctrl_c.count
        if self._aborted or self._judged or not self._client:
            self._end_within(0.0 if self._answered > 1 or not self._client else _ABORT_S)
        else:
            self._end_within(_HURRY_S if self._answered > 1 else _ABORT_S)

    def _end_within(self, seconds: float) -> None:
        self._deadline = min(self._deadline, time.monotonic() + seconds)
