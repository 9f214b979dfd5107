"""Results of checks, and the registry of checks."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from eyehand_core.registry import Registry


class Level(str, Enum):
    """How a check ended."""

    PASS = "PASS"
    WARN = "WARN"
    SKIP = "SKIP"
    FAIL = "FAIL"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What one check found.

    Attributes:
        level: how it ended.
        found: what was tried and found.
        remedy: what to do about it; empty if nothing is needed.
    """

    level: Level
    found: str
    remedy: str = ""


Check = Callable[[argparse.Namespace], Finding]
"""Tries something; takes the arguments of the command."""

CHECKS: Registry[Check] = Registry("check")
