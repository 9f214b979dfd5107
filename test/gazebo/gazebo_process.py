"""A gzserver of our own with a display of its own, started and ended for certain."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

_START_S = 60.0
_END_S = 5.0
_POLL_S = 0.05
_WITH_PARENT = ("setpriv", "--pdeathsig", "KILL", "--")
"""Ends a program when the one that started it dies, however that happens."""


class GazeboDiedError(Exception):
    """gzserver or its display ended, or did not start."""


class GazeboProcess:
    """gzserver with a virtual display; both end with this process at the latest.

    Args:
        root: unpacked Gazebo.
        world: world file.
        scratch: folder for logs and settings.

    Attributes:
        port: where its master listens on this machine.
        partition: name that keeps the second transport's messages among us.
    """

    def __init__(self, root: Path, world: Path, scratch: Path) -> None:
        self._root = root
        self.log = scratch / "gzserver.log"
        self.port = _free_port()
        self.partition = f"eyehand_{os.getpid()}_{self.port}"
        self._children: list[subprocess.Popen[bytes]] = []
        environment = self._environment(scratch)
        with self.log.open("wb") as log:
            display = self._start_display(environment, log.fileno())
            # Without --lockstep: physics and camera of 11.1 can then wait for each other for ever.
            self._start(
                [str(root / "usr/bin/gzserver-11.1.0"), "-u", str(world)],
                {**environment, "DISPLAY": display},
                log.fileno(),
                scratch,
            )
        self._wait_for_port()

    def check(self) -> None:
        """Raise if a part of it has ended.

        Raises:
            GazeboDiedError: with the last lines of the log.
        """
        for child in self._children:
            if child.poll() is not None:
                lines = self.log.read_text(errors="replace").splitlines()
                words = [line for line in lines if line.strip() and "keysym" not in line][-4:]
                raise GazeboDiedError(f"{child.args[-1]} ended ({child.returncode}): {words}")

    def stop(self) -> None:
        """End it, gently first."""
        for firmness in (signal.SIGTERM, signal.SIGKILL):
            for child in reversed(self._children):
                if child.poll() is None:
                    child.send_signal(firmness)
            end = time.monotonic() + _END_S
            while any(child.poll() is None for child in self._children):
                if time.monotonic() > end:
                    break
                time.sleep(_POLL_S)

    def _environment(self, scratch: Path) -> dict[str, str]:
        root = self._root
        lib = root / "usr/lib/x86_64-linux-gnu"
        libraries = [lib, root / "lib/x86_64-linux-gnu", root / "usr/lib"]
        # No maintainer script has made the links to these.
        libraries += [lib / name for name in ("blas", "lapack", "pulseaudio", "gazebo-11/plugins")]
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(scratch),
            "LD_LIBRARY_PATH": ":".join(map(str, libraries)),
            "GAZEBO_MASTER_URI": f"http://127.0.0.1:{self.port}",
            "GAZEBO_IP": "127.0.0.1",
            "IGN_IP": "127.0.0.1",
            "IGN_PARTITION": self.partition,
            "GAZEBO_MODEL_DATABASE_URI": "",
            "GAZEBO_RESOURCE_PATH": str(root / "usr/share/gazebo-11"),
            "GAZEBO_MODEL_PATH": "",
            "GAZEBO_PLUGIN_PATH": str(lib / "gazebo-11/plugins"),
            "OGRE_RESOURCE_PATH": str(lib / "OGRE-1.9.0"),
            "SDF_PATH": str(root / "usr/share/sdformat9/1.7"),
            "LIBGL_DRIVERS_PATH": str(lib / "dri"),
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }

    def _start_display(self, environment: dict[str, str], log: int) -> str:
        reader, writer = os.pipe()
        self._start(
            [str(self._root / "usr/bin/Xvfb"), "-displayfd", str(writer), "-nolisten", "tcp"]
            + ["-screen", "0", "640x480x24", "-xkbdir", str(self._root / "usr/share/X11/xkb")],
            environment,
            log,
            self._root,
            writer,
        )
        os.close(writer)
        with os.fdopen(reader) as stream:  # ends empty if Xvfb dies
            number = stream.readline().strip()
        if not number:
            self.check()
            raise GazeboDiedError("Xvfb names no display")
        return f":{number}"

    def _start(
        self, command: list[str], environment: dict[str, str], log: int, folder: Path, *keep: int
    ) -> None:
        self._children.append(
            subprocess.Popen(
                [*_WITH_PARENT, *command],
                env=environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=keep,
            )
        )

    def _wait_for_port(self) -> None:
        end = time.monotonic() + _START_S
        while time.monotonic() < end:
            self.check()
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1.0).close()
                return
            except OSError:
                time.sleep(_POLL_S)
        self.stop()
        raise GazeboDiedError(f"gzserver does not listen after {_START_S:g} s; see {self.log}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
