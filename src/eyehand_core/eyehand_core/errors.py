"""The exception family of eyehand.

Every message gives the value that was found, what is allowed and what to do about it.
Refusals that are part of a measurement (a move out of reach, an illegal decision) are results,
not exceptions.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class EyehandError(Exception):
    """Base of all errors that eyehand raises on purpose."""


class ConfigError(EyehandError):
    """A file, argument or name given by a user is wrong."""


class UnknownNameError(ConfigError):
    """A name is not registered or not in a library.

    Args:
        kind: what the name should be, in the singular, for example ``"task"``.
        name: the name that was given.
        allowed: the valid names.
    """

    def __init__(self, kind: str, name: str, allowed: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.allowed = sorted(allowed)
        self.suggestion = nearest_name(name, self.allowed)
        hint = f"; did you mean {self.suggestion!r}?" if self.suggestion else ""
        listing = ", ".join(self.allowed) or "none"
        super().__init__(f"unknown {kind} {name!r}; allowed: {listing}{hint}")


class WorldError(EyehandError):
    """A world (simulator, layout scene, robot) failed; the episode is invalid."""


class EndpointError(EyehandError):
    """A model endpoint failed in a way that says nothing about the model."""


class RecordError(EyehandError):
    """An episode record is missing, damaged or cannot be written."""


class StackError(EyehandError):
    """A node of the stack is missing, died or did not answer in time."""


def nearest_name(name: str, allowed: Iterable[str]) -> str | None:
    """Return the allowed name most like ``name``, or None if none is close."""
    matches = difflib.get_close_matches(name, list(allowed), n=1, cutoff=0.6)
    return matches[0] if matches else None


def cause_of(error: BaseException) -> str:
    """Return the cause of a failed reading in words: without numbers of errors or paths."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, KeyError):
        return f"no {error}"
    return str(error)
