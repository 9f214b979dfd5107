"""Text files with an identity and one line of JSON per entry, which survive an interruption."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from eyehand_core.errors import ConfigError

EntryT = TypeVar("EntryT")


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
        self.entries: list[EntryT] = []
        if self.current:
            self.entries = [self._entry(make, item, line) for line, item in enumerate(rest, 2)]

    def add(self, entry: EntryT) -> None:
        """Append an entry; a file of another identity is begun anew."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.current:
            self.path.write_text(_line(self._identity), encoding="utf-8")
            self.current = True
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(_line(asdict(cast(Any, entry))))
        self.entries.append(entry)

    def _whole_lines(self) -> list[Any]:
        if not self.path.exists():
            return []
        text = self.path.read_text(encoding="utf-8")
        complete, _, torn = text.rpartition("\n")
        if torn:  # the writer was killed in the middle of a line
            self.path.write_text(f"{complete}\n" if complete else "", encoding="utf-8")
        return [self._parsed(text, line) for line, text in enumerate(complete.splitlines(), 1)]

    def _parsed(self, text: str, line: int) -> Any:
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise self._faulty(line, f"no JSON: {error.msg}") from error

    def _entry(self, make: Callable[..., EntryT], item: Any, line: int) -> EntryT:
        if not isinstance(item, dict):
            raise self._faulty(line, f"got {item!r}; expected an object")
        try:
            return make(**item)
        except (TypeError, ValueError) as error:
            raise self._faulty(line, str(error)) from error

    def _faulty(self, line: int, why: str) -> ConfigError:
        return ConfigError(
            f"{self.path}:{line}: {why}; put the file back as it was, or delete it to begin anew"
        )


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False) + "\n"
