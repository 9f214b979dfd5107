"""The checks of a running graph, one a module. Importing this package registers all of them."""

from eyehand_bench.doctor.cell.checks import (
    camera,
    clock,
    controllers,
    diagnostics,
    frames,
    joints,
    nodes,
    servers,
    topics,
)

__all__ = [
    "camera",
    "clock",
    "controllers",
    "diagnostics",
    "frames",
    "joints",
    "nodes",
    "servers",
    "topics",
]
