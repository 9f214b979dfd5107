"""Robot descriptions from xacro files."""

from __future__ import annotations

from pathlib import Path

import xacro

from eyehand_core.errors import ConfigError


def expand_xacro(path: Path, **arguments: str) -> str:
    """Return the URDF text of a xacro file.

    Args:
        path: the file.
        arguments: values of the arguments that it declares, for example ``sim="gz"``.

    Raises:
        ConfigError: the file is missing or is not a valid xacro file.
    """
    try:
        return str(xacro.process_file(str(path.absolute()), mappings=arguments).toxml())
    except Exception as error:  # xacro lets parser, name and file errors through as they are
        raise ConfigError(f"{path}: cannot be expanded: {error}; check it with 'xacro'") from error
