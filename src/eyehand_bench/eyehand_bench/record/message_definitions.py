"""Message definitions as a bag stores them: the type itself and everything it is made of."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from eyehand_core.errors import RecordError

_SEPARATOR = "=" * 80
_FIELD = re.compile(r"^(?P<type>[A-Za-z][\w/]*)(?:\[[^\]]*\])?\s+[A-Za-z]\w*")
_PRIMITIVES = frozenset(
    [
        "bool",
        "byte",
        "char",
        "float32",
        "float64",
        "int8",
        "uint8",
        "int16",
        "uint16",
        "int32",
        "uint32",
        "int64",
        "uint64",
        "string",
        "wstring",
    ]
)

DefinitionSource = Callable[[str, str], str]
"""Returns the text of a .msg file for package and name."""


def full_definition(type_name: str, source: DefinitionSource) -> str:
    """Return the definition of ``type_name`` followed by those of all types that it uses.

    Args:
        type_name: ``package/msg/Name``.
        source: where the single definitions come from.

    Raises:
        RecordError: a definition cannot be found.
    """
    package, name = _split(type_name)
    texts = {(package, name): source(package, name)}
    pending = [(package, name)]
    while pending:
        owner = pending.pop(0)
        for used in _used_types(texts[owner], owner[0]):
            if used not in texts:
                texts[used] = source(*used)
                pending.append(used)
    root, *others = texts.items()
    parts = [root[1]]
    parts += [f"{_SEPARATOR}\nMSG: {key[0]}/{key[1]}\n{text}" for key, text in others]
    return "\n".join(parts)


def installed_definition(package: str, name: str) -> str:
    """Return the text of an installed .msg file, found through the ament index."""
    from ament_index_python.packages import PackageNotFoundError, get_package_share_directory

    try:
        share = Path(get_package_share_directory(package))
        return (share / "msg" / f"{name}.msg").read_text(encoding="utf-8")
    except (PackageNotFoundError, OSError) as error:
        raise RecordError(
            f"no definition of message {package}/msg/{name}: {error}; is {package} installed?"
        ) from error


def _split(type_name: str) -> tuple[str, str]:
    parts = type_name.split("/")
    if len(parts) != 3 or parts[1] != "msg":  # noqa: PLR2004 - package, "msg", name
        raise RecordError(f"expected a type like package/msg/Name, got {type_name!r}")
    return parts[0], parts[2]


def _used_types(text: str, package: str) -> list[tuple[str, str]]:
    used = []
    for line in text.splitlines():
        match = _FIELD.match(line.split("#", 1)[0].strip())
        if match is None or match["type"] in _PRIMITIVES:
            continue
        *owner, name = match["type"].split("/")
        used.append((owner[0] if owner else package, name))
    return used
