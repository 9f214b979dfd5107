"""What a check of a running graph is, and the registry of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from eyehand_core.registry import Registry
from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell.facts import CellFacts
from eyehand_bench.doctor.finding import Finding, Level

CellCheck = Callable[[Robot, CellFacts], Iterator[tuple[str, Finding]]]
"""Yields one named finding for each thing that is wrong; for nothing wrong, one that says so."""

CELL_CHECKS: Registry[CellCheck] = Registry("cell check")


def passed(found: str) -> Finding:
    """Return that all is well."""
    return Finding(level=Level.PASS, found=found)


def failed(found: str, remedy: str) -> Finding:
    """Return what is wrong and what to do."""
    return Finding(level=Level.FAIL, found=found, remedy=remedy)
