"""Which packages of the agent know of which: endpoints serve conversations, not the reverse."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import eyehand_agent

ROOT = Path(eyehand_agent.__file__).parent


def known(package: str) -> Iterator[tuple[str, str]]:
    """Yield each module of a package with each module of the agent that it imports."""
    for path in sorted((ROOT / package).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            if module and module.startswith("eyehand_agent"):
                yield path.name, module


@pytest.mark.parametrize(
    ("package", "may_know"),
    [("endpoints", ("endpoints",)), ("conversation", ("conversation", "endpoints"))],
)
def test_no_package_knows_what_stands_on_it(package: str, may_know: tuple[str, ...]) -> None:
    imports = list(known(package))
    allowed = tuple(f"eyehand_agent.{name}" for name in may_know)
    assert imports
    assert not [(name, module) for name, module in imports if not module.startswith(allowed)]
