"""Strict reading of YAML files: every problem of a file is reported, with line and remedy.

A reader walks the file through ``Section`` objects. Each getter checks the type and range of a
value; a problem is noted and a usable default is returned, so that reading goes on and all
problems of the file appear together. ``ConfigFile.finish`` raises if there were any.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from eyehand_core.config_problem import ConfigFileError, Problem, shown
from eyehand_core.errors import nearest_name
from eyehand_core.yaml_file import read_mapping
from eyehand_core.yaml_nodes import child_at

__all__ = ["ConfigFile", "ConfigFileError", "Problem", "Section"]

_CONSTRUCTOR = yaml.constructor.SafeConstructor()


class ConfigFile:
    """An open file; collects problems.

    Args:
        path: YAML file to read.

    Attributes:
        root: the whole file.

    Raises:
        ConfigFileError: the file cannot be read or is not a YAML mapping.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.node = read_mapping(path)
        self.root = Section(self, self.node, "")

    def finish(self) -> None:
        """Raise ConfigFileError if anything was wrong."""
        if self.problems:
            raise ConfigFileError(self.path, self.problems)


class Section:
    """One mapping of the file. Getters mark keys as known; ``close`` reports the others."""

    def __init__(self, file: ConfigFile, node: yaml.MappingNode, path: str) -> None:
        self._file = file
        self._node = node
        self._path = path
        self._values: dict[str, yaml.Node] = {}
        self._lines: dict[str, int] = {}
        self._known: set[str] = set()
        for key_node, value_node in node.value:
            key = str(key_node.value)
            if key in self._values:
                self._note(key_node, key, "given twice; keep one")
            self._values[key] = value_node
            self._lines[key] = key_node.start_mark.line + 1

    @property
    def line(self) -> int:
        """Line where the section begins, from 1."""
        return int(self._node.start_mark.line) + 1

    @property
    def names(self) -> tuple[str, ...]:
        """The keys in file order."""
        return tuple(self._values)

    def has(self, key: str) -> bool:
        """Tell whether ``key`` is present; who asks knows it, so that ``close`` allows it."""
        self._known.add(key)
        return key in self._values

    def problem(self, key: str, message: str) -> None:
        """Note a mistake at ``key``."""
        line = self._lines.get(key, self.line)
        self._file.problems.append(Problem(line, self._dotted(key), message))

    def problem_within(self, key: str, path: tuple[str | int, ...], message: str) -> None:
        """Note a mistake inside the nested value at ``key``, on the line where it stands.

        Args:
            key: key of this section.
            path: keys and list positions that lead from there to the mistake.
            message: what was found and what is allowed.
        """
        line, dotted = self._lines.get(key, self.line), self._dotted(key)
        node: yaml.Node | None = self._values.get(key)
        for step in path:
            dotted += f"[{step}]" if isinstance(step, int) else f".{step}"
            node, line = child_at(node, step, line)
        self._file.problems.append(Problem(line, dotted, message))

    def raw(self, key: str, default: Any = None) -> Any:
        """Return the plain Python value at ``key`` without checks."""
        self._known.add(key)
        node = self._values.get(key)
        return default if node is None else _CONSTRUCTOR.construct_document(node)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a non-empty string."""
        value = self._required(key, default)
        if isinstance(value, str) and value.strip():
            return value
        if value is not None:
            self.problem(key, f"expected text, got {shown(value)}")
        return default or ""

    def choice(self, key: str, allowed: Iterable[str], default: str | None = None) -> str:
        """Return one of the ``allowed`` words."""
        names = sorted(allowed)
        value = self._required(key, default)
        if isinstance(value, str) and value in names:
            return value
        if value is not None:
            self.problem(key, _not_allowed(value, names))
        return default or (names[0] if names else "")

    def flag(self, key: str, default: bool | None = None) -> bool:
        """Return true or false."""
        value = self._required(key, default)
        if isinstance(value, bool):
            return value
        if value is not None:
            self.problem(key, f"expected true or false, got {shown(value)}")
        return bool(default)

    def integer(self, key: str, minimum: int, maximum: int, default: int | None = None) -> int:
        """Return a whole number within ``minimum``..``maximum``."""
        value = self._required(key, default)
        if isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum:
            return value
        if value is not None:
            self.problem(key, f"expected an integer {minimum}-{maximum}, got {shown(value)}")
        return minimum if default is None else default

    def number(
        self,
        key: str,
        minimum: float = -math.inf,
        maximum: float = math.inf,
        default: float | None = None,
    ) -> float:
        """Return a finite number within ``minimum``..``maximum``; units are SI or in the key."""
        value = self._required(key, default)
        if value is None:
            return 0.0 if default is None else default
        return self._checked_number(key, value, minimum, maximum)

    def vector(
        self,
        key: str,
        length: int,
        default: tuple[float, ...] | None = None,
        minimum: float = -math.inf,
        maximum: float = math.inf,
    ) -> tuple[float, ...]:
        """Return ``length`` finite numbers in the unit that the key has.

        Each is at least ``minimum`` and at most ``maximum``. What is wrong is noted as a problem,
        and numbers to go on with stand in; a missing key has to have a ``default``.
        """
        value = self._required(key, default)
        fallback = default or (0.0,) * length
        if value is None:
            return fallback
        if not isinstance(value, list | tuple) or len(value) != length:
            self.problem(key, f"expected a list of {length} numbers, got {shown(value)}")
            return fallback
        return tuple(self._checked_number(key, item, minimum, maximum) for item in value)

    def words(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return a list of strings."""
        value = self._required(key, default)
        if value is None:
            return default or ()
        if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self.problem(key, f"expected a list of words, got {shown(value)}")
        return default or ()

    def choices(
        self, key: str, allowed: Iterable[str], default: tuple[str, ...] | None = None
    ) -> tuple[str, ...]:
        """Return some of the allowed strings, at least one and each once."""
        names = list(allowed)
        words = self.words(key, default)
        for index, word in enumerate(words):
            if word not in names:
                self.problem_within(key, (index,), _not_allowed(word, names))
            elif word in words[:index]:
                self.problem_within(key, (index,), f"{shown(word)} is given twice; keep one")
        if self.has(key) and not words and self.sound(key):
            self.problem(key, f"names nothing; allowed: {', '.join(names)}")
        return words

    def section(self, key: str, optional: bool = False) -> Section:
        """Return the mapping at ``key``; an empty one if it is optional and absent."""
        self._known.add(key)
        node = self._values.get(key)
        if isinstance(node, yaml.MappingNode):
            return Section(self._file, node, self._dotted(key))
        if node is not None:
            self._unreadable(key, "expected keys and values")
        elif not optional:
            self._missing(key, whole=True)
        empty = yaml.MappingNode("tag:yaml.org,2002:map", [], self._node.start_mark)
        return Section(self._file, empty, self._dotted(key))

    def sections(self, key: str, optional: bool = False) -> Iterator[Section]:
        """Yield the mappings in the list at ``key``."""
        self._known.add(key)
        node = self._values.get(key)
        if node is None:
            if not optional:
                self._missing(key, whole=True)
            return
        if not isinstance(node, yaml.SequenceNode):
            self._unreadable(key, "expected a list")
            return
        for index, item in enumerate(node.value):
            if isinstance(item, yaml.MappingNode):
                yield Section(self._file, item, f"{self._dotted(key)}[{index}]")
            else:
                self._note(item, f"{key}[{index}]", "expected keys and values")

    def sound(self, *keys: str) -> bool:
        """Tell whether nothing is wrong at these keys, so that others may be checked by them."""
        paths = [self._dotted(key) for key in keys]
        return not any(item.is_within(path) for item in self._file.problems for path in paths)

    def close(self) -> None:
        """Report keys that no getter asked for."""
        for key in self._values:
            if key not in self._known:
                message = _not_allowed(key, sorted(self._known), what="unknown key")
                nearest = nearest_name(key, self._known)
                meant = self._dotted(nearest) if nearest and nearest not in self._values else ""
                path, line = self._dotted(key), self._lines[key]
                self._file.problems.append(Problem(line, path, message, meant=meant))

    def _unreadable(self, key: str, message: str) -> None:
        line = self._lines.get(key, self.line)
        self._file.problems.append(Problem(line, self._dotted(key), message, whole=True))

    def _missing(self, key: str, whole: bool = False) -> None:
        path = self._dotted(key)
        self._file.problems.append(Problem(self.line, path, "missing", whole=whole, absent=True))

    def _required(self, key: str, default: Any) -> Any:
        self._known.add(key)
        if key not in self._values:
            if default is None:
                self._missing(key)
            return default
        return _CONSTRUCTOR.construct_document(self._values[key])

    def _checked_number(self, key: str, value: Any, minimum: float, maximum: float) -> float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and math.isfinite(value) and minimum <= value <= maximum:
            return float(value)
        is_limited = math.isfinite(minimum) or math.isfinite(maximum)
        bounds = f" {minimum:g}...{maximum:g}" if is_limited else ""
        self.problem(key, f"expected a number{bounds} without unit, got {shown(value)}")
        return minimum if math.isfinite(minimum) else 0.0

    def _note(self, node: yaml.Node, key: str, message: str) -> None:
        line = int(node.start_mark.line) + 1
        self._file.problems.append(Problem(line, self._dotted(key), message))

    def _dotted(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key


def _not_allowed(value: object, names: list[str], what: str = "") -> str:
    nearest = nearest_name(str(value), names)
    hint = f"; did you mean {nearest}?" if nearest else ""
    lead = what or f"got {shown(value)}"
    return f"{lead}; allowed: {', '.join(names)}{hint}"
