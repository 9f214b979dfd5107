"""Reading YAML text into nodes, with a limit on how deep it nests."""

from __future__ import annotations

from typing import Any

import yaml

DEEPEST = 50
"""Levels of nesting that a file may have. Task files need fewer than ten. Composers recurse, so
that without a limit a deep file would exhaust the stack."""


def compose(text: str) -> yaml.Node | None:
    """Return the root node of YAML text, None if it holds none.

    Uses libyaml, which reads the task files about fifteen times faster than Python does.

    Raises:
        YAMLError: not valid YAML, or nested deeper than ``DEEPEST``; the mark tells the line.
    """
    _check_depth(text)
    root: yaml.Node | None = yaml.compose(text, Loader=yaml.CSafeLoader)
    return root


def _check_depth(text: str) -> None:
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > DEEPEST:
                raise _too_deep(event.start_mark)
    except yaml.scanner.ScannerError as error:
        # libyaml looks ahead in a list of lists and meets its own limit of 1000 levels first.
        if error.problem == "exceeded maximum nesting depth":
            raise _too_deep(error.problem_mark) from error
        raise


def _too_deep(mark: Any) -> yaml.YAMLError:
    reason = f"nested too deep; allowed: {DEEPEST} levels"
    return yaml.composer.ComposerError(None, None, reason, mark)
