"""Episodes that do not count, told with their reason and as an exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.error_report import folded
from eyehand_bench.cli.words import counted

if TYPE_CHECKING:
    from eyehand_core.layout.play import Trace


def status_of_episodes(played: Sequence[Trace]) -> int:
    """Return the exit status of a command that played these; say why episodes do not count."""
    invalid = [trace for trace in played if not trace.counts]
    if not invalid:
        return exit_status.JUDGED
    first, total = invalid[0], counted(len(played), "episode")
    told = f"invalid: {len(invalid)} of {total}; {first.task}, seed {first.seed}: {first.reason}"
    print("\n".join(folded(told)), file=sys.stderr)
    return exit_status.INVALID if len(invalid) == len(played) else exit_status.JUDGED
