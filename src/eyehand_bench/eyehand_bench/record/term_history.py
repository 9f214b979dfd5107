"""When each term of a goal was true: ever, at the end, and for how long without a break."""

from __future__ import annotations

from typing import Any

from eyehand_core.predicates.term_counts import term_counts

from eyehand_nodekit import stamps


class TermHistory:
    """Follows the messages of the topic predicates, which come whenever a value changes."""

    def __init__(self) -> None:
        self.progress = 0.0
        self._since: dict[str, int | None] = {}
        self._longest: dict[str, int] = {}
        self._ever: set[str] = set()
        self._values: list[tuple[int, tuple[tuple[str, bool], ...]]] = []

    def take(self, message: Any) -> None:
        """Note one message."""
        now = stamps.to_nanoseconds(message.header.stamp)
        self.progress = float(message.progress)
        values = tuple((str(item.term), bool(item.value)) for item in message.terms)
        self._values.append((now, values))
        for term, value in values:
            self._note(term, value, now)

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

    def counts(self, milestone_ns: int) -> dict[str, dict[str, int]]:
        """Return how many terms are true, by predicate; see ``predicates.term_counts``.

        Args:
            milestone_ns: stamp of the sample at which the milestone was reached; later than all
                samples if it was not.
        """
        if not self._values:
            return {}
        first, last = self._values[0][1], self._values[-1][1]
        before = [values for stamp, values in self._values if stamp <= milestone_ns]
        return term_counts(before[-1] if before else first, last)

    def _note(self, term: str, value: bool, now: int) -> None:
        since = self._since.get(term)
        if value:
            self._ever.add(term)
        self._longest[term] = max(self._longest.get(term, 0), self._span(since, now))
        self._since[term] = (now if since is None else since) if value else None

    @staticmethod
    def _span(since: int | None, now: int) -> int:
        return 0 if since is None else now - since
