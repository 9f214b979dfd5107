"""Process groups as the kernel lists them."""

from __future__ import annotations

import os
from pathlib import Path

_STATE, _GROUP = 0, 2
_ENDED_STATES = ("Z", "X")


def living_members(group: int) -> tuple[int, ...]:
    """Return the ids of the processes of a group that still run.

    A process that has ended but was not yet collected by its parent does not count: where the
    first process of a container collects nobody, such entries stay for ever.
    """
    members = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        fields = stat.rpartition(")")[2].split()
        if int(fields[_GROUP]) == group and fields[_STATE] not in _ENDED_STATES:
            members.append(int(entry.name))
    return tuple(members)


def signal_group(group: int, number: int) -> None:
    """Send a signal to a whole group; a group without processes is fine."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return
