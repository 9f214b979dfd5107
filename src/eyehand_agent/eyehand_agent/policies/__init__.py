"""Policies: everything that can play an episode, looked up by name."""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Import every module of this package, so that all policies are registered."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
