"""Registries: things that are looked up by the name users write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from eyehand_core.errors import UnknownNameError

T = TypeVar("T")


class Registry(Generic[T]):
    """Named entries of one kind; unknown and duplicate names are errors.

    Args:
        kind: what an entry is, in the singular; used in messages.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, T] = {}

    def register(self, name: str) -> Callable[[T], T]:
        """Return a decorator that enters the decorated object under ``name``."""

        def enter(entry: T) -> T:
            self.add(name, entry)
            return entry

        return enter

    def add(self, name: str, entry: T) -> None:
        """Enter ``entry`` under ``name``.

        Raises:
            ValueError: the name is taken.
        """
        if name in self._entries:
            raise ValueError(f"{self.kind} {name!r} is registered twice; names must be unique")
        self._entries[name] = entry

    def __getitem__(self, name: str) -> T:
        """Return the entry called ``name``.

        Raises:
            UnknownNameError: no such entry; the message lists the valid names.
        """
        try:
            return self._entries[name]
        except KeyError:
            raise UnknownNameError(self.kind, name, self._entries) from None

    def __contains__(self, name: object) -> bool:
        """Tell whether there is an entry called ``name``."""
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        """Yield the names in alphabetical order."""
        return iter(sorted(self._entries))

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self._entries)
