"""How the user calls this program, for commands that are printed to be pasted."""

from __future__ import annotations

from pathlib import Path


def program_name() -> str:
    """Return the wrapper script if the user stands beside it, else the ROS way."""
    return "./eyehand" if Path("eyehand").is_file() else "ros2 run eyehand_bench eyehand"


def shown_path(path: Path) -> str:
    """Return ``path`` relative to the working folder where that is shorter."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
