"""What a proof of seeds depends on."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import mujoco
import numpy
import pinocchio
import yaml
from eyehand_core.tasks.task import Task

from eyehand_bench.direct.workplace import EXECUTOR, Workplace
from eyehand_world import physics_settings

_LIBRARIES = {module.__name__: module.__version__ for module in (mujoco, pinocchio, numpy)}


def identity_of(place: Workplace, task: Task) -> dict[str, Any]:
    """Return everything that makes a proof invalid when it changes.

    The task's own list of seeds is left out: it follows from the proof.
    """
    task_content = yaml.safe_load(task.path.read_text(encoding="utf-8"))
    task_content.pop("seeds", None)
    robot_file = place.config / "robots" / f"{place.robot.name}.yaml"
    environment = place.config / "environments" / f"{place.library.environment.name}.yaml"
    return {
        "task": task.id,
        "version": task.version,
        "task_digest": _digest(json.dumps(task_content, sort_keys=True)),
        "robot": place.robot.name,
        "robot_digest": _digest(_content(robot_file) + _mechanics(place.urdf)),
        "environment_digest": _digest(_content(environment)),
        "executor_digest": _digest(json.dumps(EXECUTOR, sort_keys=True)),
        "physics_digest": _digest(_settings()),
        **_LIBRARIES,
    }


def _content(path: Path) -> str:
    """Return what a YAML file says, without its comments and layout."""
    return json.dumps(yaml.safe_load(path.read_text(encoding="utf-8")), sort_keys=True)


def _settings() -> str:
    """Return the numbers of the physics engine."""
    constants = {name: value for name, value in vars(physics_settings).items() if name.isupper()}
    return json.dumps(constants, sort_keys=True)


def _mechanics(urdf: str) -> str:
    """Return links and joints of a robot description; how it is controlled depends on the place."""
    root = ElementTree.fromstring(urdf)
    for child in list(root):
        if child.tag not in ("link", "joint"):
            root.remove(child)
    return ElementTree.canonicalize(ElementTree.tostring(root, encoding="unicode"), strip_text=True)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
