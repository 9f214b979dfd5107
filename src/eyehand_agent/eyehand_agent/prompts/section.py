"""A part of a prompt, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class PromptSection:
    """Rules under one heading.

    Attributes:
        title: heading.
        lines: sentences, one rule each.
        is_hint: says how to work rather than what the rules are; left out without hints.
    """

    title: str
    lines: tuple[str, ...]
    is_hint: bool = False

    def text(self) -> str:
        """Return heading and lines."""
        return "\n".join([f"# {self.title}", *(f"- {line}" for line in self.lines)])
