"""What the workspace is built on and run with, whichever way ROS 2 came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Foundation:
    """A ROS 2 with the project's dependencies."""

    label: str
    python: Path
    run_variables: Mapping[str, str]
    build_variables: Mapping[str, str]
    cmake_arguments: Sequence[str] = field(default=())
    default_rmw: str | None = None
    identity: str = ""
    """Changes when everything has to be built anew."""
