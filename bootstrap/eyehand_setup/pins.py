"""Read the pinned versions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path


def normalise(name: str) -> str:
    """Return a distribution name in the form in which two spellings compare equal."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read(files: Iterable[Path]) -> dict[str, str]:
    """Return version by normalised name from files that hold `name==version` lines only."""
    pins: dict[str, str] = {}
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            requirement = line.partition("#")[0].strip()
            if not requirement:
                continue
            name, separator, version = requirement.partition("==")
            if not separator or not version:
                raise ValueError(f"{path.name} line {number}: '{requirement}' is not name==version")
            if normalise(name) in pins:
                raise ValueError(f"{path.name} line {number}: '{name}' is pinned twice")
            pins[normalise(name)] = version.strip()
    return pins
