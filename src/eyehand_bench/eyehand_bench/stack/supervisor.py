"""Runs a launch file in a process of its own and reports which node ended, and how.

Started by ``StackProcess``. The nodes are children of this process and watch it; this process
watches the one that started it. So nothing outlives a kill of any of them.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from launch.actions import IncludeLaunchDescription, RegisterEventHandler, SetLaunchConfiguration
from launch.event_handlers import OnProcessExit, OnProcessIO, OnProcessStart
from launch.launch_description_sources import AnyLaunchDescriptionSource

from eyehand_bench.stack.event_log import append_event
from launch import LaunchDescription, LaunchService

_PARENT_PERIOD_S = 0.1
_GIVE_UP_S = 15.0
_STEP_S = "3"
"""How long a node may take to end before launch sends the next harder signal [s]."""


class Supervisor:
    """One run of a launch file.

    Args:
        launch_file: the launch file.
        arguments: its arguments.
        events: file that events are appended to.
    """

    def __init__(self, launch_file: Path, arguments: dict[str, str], events: Path) -> None:
        self._events = events
        self._last_words: defaultdict[str, str] = defaultdict(str)
        self._description = LaunchDescription(
            [
                SetLaunchConfiguration("sigterm_timeout", _STEP_S),
                SetLaunchConfiguration("sigkill_timeout", _STEP_S),
                RegisterEventHandler(OnProcessStart(on_start=self._on_start)),
                RegisterEventHandler(OnProcessIO(on_stderr=self._on_stderr)),
                RegisterEventHandler(OnProcessExit(on_exit=self._on_exit)),
                IncludeLaunchDescription(
                    AnyLaunchDescriptionSource(str(launch_file)),
                    launch_arguments=list(arguments.items()),
                ),
            ]
        )

    def run(self) -> int:
        """Run until all nodes have ended; return the exit status of launch."""
        service = LaunchService()
        service.include_launch_description(self._description)
        return int(service.run())

    def _on_start(self, event: Any, _: Any) -> None:
        append_event(self._events, "started", node=_node(event), pid=event.pid)

    def _on_stderr(self, event: Any) -> None:
        words = event.text.decode(errors="replace").strip().splitlines()
        if words:
            self._last_words[event.process_name] = words[-1]

    def _on_exit(self, event: Any, _: Any) -> None:
        append_event(
            self._events,
            "ended",
            node=_node(event),
            status=event.returncode,
            last_words=self._last_words[event.process_name],
        )


def _node(event: Any) -> str:
    """Return the node's short name: executable ``world_node`` is node ``world``."""
    return str(event.process_name).rsplit("-", 1)[0].removesuffix("_node")


def _watch_parent(parent: int) -> None:
    """End the run when the process that started it has died."""
    while os.getppid() == parent:
        time.sleep(_PARENT_PERIOD_S)
    # launch takes SIGINT for a Ctrl-C that its nodes have had from the terminal too.
    os.killpg(0, signal.SIGINT)
    time.sleep(_GIVE_UP_S)
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Run ``supervisor EVENTS LAUNCH_FILE name:=value …``."""
    events, launch_file, *words = sys.argv[1:]
    arguments = dict(word.split(":=", 1) for word in words)
    threading.Thread(target=_watch_parent, args=(os.getppid(),), daemon=True).start()
    sys.exit(Supervisor(Path(launch_file), arguments, Path(events)).run())


if __name__ == "__main__":
    main()
