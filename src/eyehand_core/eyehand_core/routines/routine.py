"""The registry of expert steps, and compiling of declared routines."""

from __future__ import annotations

from typing import Any

from eyehand_core.declarations import (
    Binder,
    Call,
    DeclarationError,
    Declared,
    Mistake,
    Names,
    single_entry,
)
from eyehand_core.registry import Registry

STEPS: Registry[Declared[Any]] = Registry("expert step")


def compile_routine(raw: Any, names: Names) -> tuple[Call[Any], ...]:
    """Compile a list of declared steps.

    Raises:
        DeclarationError: all mistakes, each with its place and what is allowed there.
    """
    if not isinstance(raw, list):
        raise DeclarationError("routine", [Mistake((), f"expected a list of steps, got {raw!r}")])
    mistakes: list[Mistake] = []
    binder = Binder(STEPS, names, mistakes)
    calls = []
    for index, item in enumerate(raw):
        entry = single_entry(item, (index,), mistakes)
        if entry is not None:
            calls.append(binder.bind(*entry, (index,)))
    if mistakes:
        raise DeclarationError("routine", mistakes)
    return tuple(call for call in calls if call is not None)
