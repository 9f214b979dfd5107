"""The nodes of one run as one thing that can be started, followed and stopped for certain."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from eyehand_core.errors import StackError
from eyehand_nodekit.names import WATCH_PARENT

from eyehand_bench.stack.domain import Domain
from eyehand_bench.stack.event_log import EventFollower
from eyehand_bench.stack.process_group import living_members, signal_group

"""Nodes end with the process that started them when this is set; see eyehand_nodekit."""

_GENTLE_S = 10.0
_FIRM_S = 3.0
_POLL_S = 0.05


@dataclass(frozen=True, kw_only=True)
class NodeDeath:
    """A node that ended although nobody asked it to.

    Attributes:
        node: its name.
        status: exit status, negative for a signal.
        last_words: last line of its standard error.
    """

    node: str
    status: int
    last_words: str

    def sentence(self) -> str:
        """Return what happened in words."""
        if self.status < 0:
            return f"node {self.node!r} died (signal {-self.status})"
        words = f": {self.last_words}" if self.last_words else ""
        return f"node {self.node!r} ended ({self.status}){words}"


class StackProcess:
    """A launch file running in a process group of its own.

    Args:
        launch_file: what to start.
        arguments: launch arguments.
        domain: ROS domain to run in; kept reserved as long as the launch process lives.
        scratch: folder for events and logs; must exist.
    """

    def __init__(
        self, launch_file: Path, arguments: Mapping[str, str], domain: Domain, scratch: Path
    ) -> None:
        self.log = scratch / "launch.log"
        self.events = scratch / "events.jsonl"
        self._follower = EventFollower(self.events)
        self._output: IO[bytes] = self.log.open("wb")
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "eyehand_bench.stack.supervisor",
                str(self.events),
                str(launch_file),
                *(f"{name}:={value}" for name, value in arguments.items()),
            ],
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            env={
                **os.environ,
                **domain.environment(),
                WATCH_PARENT: "1",
                "ROS_LOG_DIR": str(scratch),
                "TMPDIR": str(scratch),
                "PYTHONUNBUFFERED": "1",
            },
            start_new_session=True,
            pass_fds=(domain.descriptor,),
        )

    @property
    def running(self) -> bool:
        """True until the launch process has ended."""
        return self._process.poll() is None

    @property
    def death(self) -> NodeDeath | None:
        """The launch process itself, if it died."""
        status = self._process.poll()
        if status is None or status >= 0:
            return None
        return NodeDeath(node="launch", status=status, last_words="")

    def new_events(self) -> list[dict[str, Any]]:
        """Return what the nodes and the launch process reported since the last call."""
        return self._follower.new_events()

    def stop(self) -> None:
        """End everything: gently, then firmly, then for certain.

        Raises:
            StackError: a process is left even so.
        """
        if self.running:
            # As Ctrl-C in a terminal does: launch does not pass SIGINT on.
            signal_group(self._process.pid, signal.SIGINT)
        if not self._gone_within(_GENTLE_S if self.running else _FIRM_S):
            signal_group(self._process.pid, signal.SIGTERM)
        if not self._gone_within(_FIRM_S):
            signal_group(self._process.pid, signal.SIGKILL)
        gone = self._gone_within(_FIRM_S)
        self._output.close()
        if not gone:
            raise StackError(f"processes of group {self._process.pid} do not end; see {self.log}")

    def _gone_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while self._alive():
            if time.monotonic() > deadline:
                return False
            time.sleep(_POLL_S)
        return True

    def _alive(self) -> bool:
        return self.running or bool(living_members(self._process.pid))

    def __enter__(self) -> StackProcess:
        """Return the running stack itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop the stack."""
        self.stop()
