"""What is wrong with a declaration in a task file, and where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eyehand_core.errors import ConfigError

Place = tuple[str | int, ...]
"""Keys and list positions that lead to a value."""


@dataclass(frozen=True)
class Mistake:
    """One problem of a declaration: where, and what is allowed there."""

    place: Place
    message: str


class DeclarationError(ConfigError):
    """All mistakes of one declaration."""

    def __init__(self, what: str, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        lines = [f"{what} has mistakes:"]
        lines += [f"  {'.'.join(map(str, m.place)) or what}: {m.message}" for m in self.mistakes]
        super().__init__("\n".join(lines))
