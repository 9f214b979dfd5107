"""A ROS domain of one's own, so that runs side by side never hear each other."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from eyehand_core.errors import StackError

DOMAINS = range(1, 102)
"""Domain ids whose ports lie below the range that operating systems hand out themselves."""

_FIRST_PORT = 7400
_PORTS_PER_DOMAIN = 250


@dataclass(frozen=True, kw_only=True)
class Domain:
    """A reserved domain.

    Attributes:
        number: the ROS domain id.
        descriptor: open lock file; a child that inherits it keeps the reservation alive.
    """

    number: int
    descriptor: int

    def environment(self) -> dict[str, str]:
        """Return the variables that put a process into this domain, on this machine only."""
        return {
            "ROS_DOMAIN_ID": str(self.number),
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            **({"ROS_LOCALHOST_ONLY": "1"} if os.environ.get("ROS_DISTRO") == "humble" else {}),
        }


@contextmanager
def reserve_domain(folder: Path | None = None) -> Iterator[Domain]:
    """Reserve a domain that no other run holds and in which nobody listens.

    The reservation is a file lock: it ends with the processes that hold it, however they end.

    Args:
        folder: where the lock files are; shared by all users of the machine by default.

    Raises:
        StackError: all domains are taken.
    """
    folder = Path(tempfile.gettempdir()) / "eyehand-domains" if folder is None else folder
    _make_shared_folder(folder)
    own = os.environ.get("ROS_DOMAIN_ID", "")
    offset = os.getpid() % len(DOMAINS)
    for number in (*DOMAINS[offset:], *DOMAINS[:offset]):
        if str(number) == own or _in_use(number):
            continue
        descriptor = _try_lock(folder / f"{number}.lock")
        if descriptor is None:
            continue
        try:
            yield Domain(number=number, descriptor=descriptor)
        finally:
            os.close(descriptor)
        return
    raise StackError(f"all {len(DOMAINS)} ROS domains are taken; end other runs first")


def _make_shared_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o777)
        folder.chmod(0o1777)
    except FileExistsError:
        return


def _try_lock(path: Path) -> int | None:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _in_use(number: int) -> bool:
    first = _FIRST_PORT + _PORTS_PER_DOMAIN * number
    return any(first <= port < first + _PORTS_PER_DOMAIN for port in _bound_udp_ports())


def _bound_udp_ports() -> set[int]:
    try:
        lines = Path("/proc/net/udp").read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return set()
    return {int(line.split()[1].split(":")[1], 16) for line in lines}
