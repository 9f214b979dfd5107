"""``episode.json``: the outcome of an episode and what it came about with."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from eyehand_core.errors import RecordError

from eyehand_bench.record.atomic_file import write_atomically

EPISODE_FILE = "episode.json"
SCHEMA_VERSION = 1
BAG_FOLDER = "bag"

_PACKAGES = (
    "numpy",
    "mujoco",
    "mujoco-core",
    "pin",
    "coal",
    "toppra",
    "opencv-python-headless",
    "openai",
    "mcap",
    "rclpy",
    "eyehand_bench",
)


def holds_record(folder: Path) -> bool:
    """Tell whether a folder holds a record, whole or begun."""
    return (folder / EPISODE_FILE).exists() or (folder / BAG_FOLDER).exists()


def write_episode(record: Path, content: Mapping[str, Any]) -> None:
    """Write ``episode.json`` of a record folder, atomically.

    Raises:
        RecordError: it cannot be written.
    """
    text = json.dumps({"schema_version": SCHEMA_VERSION, **content}, indent=2, ensure_ascii=False)
    write_atomically(record / EPISODE_FILE, f"{text}\n".encode())


def read_episode(record: Path) -> dict[str, Any]:
    """Return the content of ``episode.json``.

    Raises:
        RecordError: it is missing, not JSON, or of another schema version.
    """
    path = record / EPISODE_FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise RecordError(f"no {EPISODE_FILE} in {record}; give the folder of a record") from error
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise RecordError(f"{path} is damaged, it is no JSON: {error}") from error
    found = content.get("schema_version") if isinstance(content, dict) else None
    if found != SCHEMA_VERSION:
        raise RecordError(
            f"{path} has schema version {found!r}; this program reads {SCHEMA_VERSION}"
        )
    return dict(content)


def versions() -> dict[str, str]:
    """Return the versions of everything that may influence results."""
    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    for variable in ("ROS_DISTRO", "RMW_IMPLEMENTATION", "MUJOCO_GL"):
        found[variable.lower()] = os.environ.get(variable, "")
    return found
