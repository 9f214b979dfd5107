"""Reading YAML text into nodes, with a limit on how deep it nests."""

from __future__ import annotations

import yaml

DEEPEST = 50
"""Levels of nesting that a file may have. Task files need fewer than ten. Readers recurse, so that
without a limit a deep file would exhaust Python's stack."""


class LimitedLoader(yaml.SafeLoader):
    """A loader that refuses files nested deeper than ``DEEPEST``, on the line where it happens."""

    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Compose one node and what it holds.

        Raises:
            ComposerError: the node is nested too deep.
        """
        if self._depth > DEEPEST:
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(
                None, None, f"nested too deep; allowed: {DEEPEST} levels", mark
            )
        self._depth += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self._depth -= 1
