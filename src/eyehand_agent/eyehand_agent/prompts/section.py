"""A titled list of sentences."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class PromptSection:
    """One section of a prompt.

    Attributes:
        title: heading.
        lines: sentences, one rule each.
    """

    title: str
    lines: tuple[str, ...]

    def text(self) -> str:
        """Return heading and lines."""
        return "\n".join([f"# {self.title}", *(f"- {line}" for line in self.lines)])
