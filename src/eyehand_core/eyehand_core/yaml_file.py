"""Reading a YAML file as the node of a mapping, each version of a file once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import yaml

from eyehand_core.config_problem import ConfigFileError, Problem
from eyehand_core.yaml_loader import compose
from eyehand_core.yaml_nodes import repeated_lines

ALIAS = "aliases (*name) are not allowed: they can nest without end; write the value out"

_REMEDY = "give a YAML file that can be read"


def read_mapping(path: Path) -> yaml.MappingNode:
    """Return the root of a YAML file; callers must not change it.

    Raises:
        ConfigFileError: the file cannot be read or is not a YAML mapping.
    """
    return _mapping(path, _text(path))


def _text(path: Path) -> str:
    try:
        if not path.is_file():  # a pipe that nobody writes to would be waited for without end
            raise ConfigFileError(path, [Problem(0, "file", f"{_found(path)}; {_REMEDY}")])
        return path.read_text(encoding="utf-8")
    except OSError as error:
        reason = f"cannot be read ({error.strerror or 'unreadable'}); {_REMEDY}"
        raise ConfigFileError(path, [Problem(0, "file", reason)]) from error
    except UnicodeDecodeError as error:
        raise ConfigFileError(path, [Problem(1, "file", "not UTF-8 text")]) from error


def _found(path: Path) -> str:
    if not path.exists():
        return "there is no such file"
    return "that is a folder" if path.is_dir() else "that is a pipe or a device, not a file"


# Task sets are read once for each of their tasks.
@lru_cache(maxsize=64)
def _mapping(path: Path, text: str) -> yaml.MappingNode:
    try:
        node = compose(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        reason = getattr(error, "problem", None) or "not valid YAML"
        raise ConfigFileError(path, [Problem(line, "file", str(reason))]) from error
    if not isinstance(node, yaml.MappingNode):
        empty = "is empty; " if node is None else ""
        raise ConfigFileError(path, [Problem(1, "file", f"{empty}expected keys and values")])
    aliases = list(repeated_lines(node))
    if aliases:
        raise ConfigFileError(path, [Problem(line, "file", ALIAS) for line in aliases])
    return node
