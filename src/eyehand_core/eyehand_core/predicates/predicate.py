"""The registry of predicates."""

from __future__ import annotations

from eyehand_core.declarations import Declared, Decorator, Parameter, declare
from eyehand_core.registry import Registry

PREDICATES: Registry[Declared[bool]] = Registry("predicate")
"""Functions ``(moment: Moment, **parameters) -> bool``; modules add theirs with ``predicate``."""


def predicate(name: str, **parameters: Parameter) -> Decorator[bool]:
    """Return a decorator that registers a predicate with its declared parameters."""
    return declare(PREDICATES, name, **parameters)
