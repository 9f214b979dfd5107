"""When each term of a goal was true: ever, at the end, and for how long without a break."""

from __future__ import annotations

from typing import Any

from eyehand_nodekit import stamps


class TermHistory:
    """Follows the messages of the topic predicates, which come whenever a value changes."""

    def __init__(self) -> None:
        self.progress = 0.0
        self._since: dict[str, int | None] = {}
        self._longest: dict[str, int] = {}
        self._ever: set[str] = set()

    def take(self, message: Any) -> None:
        """Note one message."""
        now = stamps.to_nanoseconds(message.header.stamp)
        self.progress = float(message.progress)
        for item in message.terms:
            self._note(str(item.term), bool(item.value), now)

    def rows(self, end_ns: int) -> list[dict[str, Any]]:
        """Return a row per term and stage, in the order of the messages.

        Args:
            end_ns: stamp of the last sample of the world [ns].

        Returns:
            ``term``; ``ever``, ``at_end``: whether it was true; ``longest_s``: the longest unbroken
            time for which it was [s of world time], known to one sample.
        """
        return [
            {
                "term": term,
                "ever": term in self._ever,
                "at_end": since is not None,
                "longest_s": round(max(self._longest[term], self._span(since, end_ns)) * 1e-9, 3),
            }
            for term, since in self._since.items()
        ]

    def _note(self, term: str, value: bool, now: int) -> None:
        since = self._since.get(term)
        if value:
            self._ever.add(term)
        self._longest[term] = max(self._longest.get(term, 0), self._span(since, now))
        self._since[term] = (now if since is None else since) if value else None

    @staticmethod
    def _span(since: int | None, now: int) -> int:
        return 0 if since is None else now - since
