"""Mistakes in arguments, with what helps the user on."""

from __future__ import annotations

from collections.abc import Iterable

from eyehand_core.errors import ConfigError, nearest_name

from eyehand_bench.cli.words import counted


class UsageError(ConfigError):
    """An argument is wrong.

    Attributes:
        problem: what is wrong, with the value.
        hints: lines that help on: what is allowed, what was perhaps meant, the next command.
    """

    def __init__(self, problem: str, hints: Iterable[str] = ()) -> None:
        self.problem = problem
        self.hints = tuple(hints)
        super().__init__("; ".join((problem, *self.hints)))


def unknown_name(kind: str, name: str, allowed: Iterable[str], remedy: str) -> UsageError:
    """Return the error for a name that is not in a library.

    Args:
        kind: what the name should be, in the singular.
        name: the name that was given.
        allowed: the valid names.
        remedy: command that lists them, or an empty string to list them here.
    """
    names = sorted(allowed)
    nearest = nearest_name(name, names)
    hints = [f"did you mean: {nearest}"] if nearest else []
    if remedy:
        hints.append(f"{counted(len(names), kind)}; list them:  {remedy}")
    else:
        hints.append(f"allowed: {', '.join(names) or 'none'}")
    return UsageError(f"unknown {kind} {name!r}", hints)
