"""Text files with an identity and one line of JSON per entry, which survive an interruption."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from eyehand_core.errors import ConfigError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

EntryT = TypeVar("EntryT", bound="DataclassInstance")


class EntryFile(Generic[EntryT]):
    """Entries in the order in which they were added. What is in it survives at any time.

    Args:
        path: its first line is the identity.
        identity: what the entries depend on now.
        make: builds an entry, a dataclass, from its fields.

    Attributes:
        current: the file's identity is that of now.
        entries: empty unless current.

    Raises:
        ConfigError: the file cannot be read.
    """

    def __init__(
        self, path: Path, identity: Mapping[str, Any], make: Callable[..., EntryT]
    ) -> None:
        self.path = path
        self._identity = dict(identity)
        first, *rest = self._whole_lines() or [{}]
        self.current = first == self._identity
        self.entries = [make(**entry) for entry in rest] if self.current else []

    def add(self, entry: EntryT) -> None:
        """Append an entry; a file of another identity is begun anew."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.current:
            self.path.write_text(_line(self._identity), encoding="utf-8")
            self.current = True
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(_line(asdict(entry)))
        self.entries.append(entry)

    def _whole_lines(self) -> list[Any]:
        if not self.path.exists():
            return []
        text = self.path.read_text(encoding="utf-8")
        complete, _, torn = text.rpartition("\n")
        if torn:  # the writer was killed in the middle of a line
            self.path.write_text(f"{complete}\n" if complete else "", encoding="utf-8")
        try:
            return [json.loads(line) for line in complete.splitlines()]
        except json.JSONDecodeError as error:
            raise ConfigError(
                f"{self.path}: not one JSON object per line ({error}); delete it to begin anew"
            ) from error


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False) + "\n"
