"""The command as a process, and the words of a sound one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EPISODE = ("run", "--task", "place_cube_in_bowl", "--seed", "1000", "--agent", "expert")


def run(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command with these words and wait for its end."""
    return subprocess.run(
        [sys.executable, "-m", "eyehand_bench", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
    )
