"""Strict reading of one task file."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from eyehand_core.config_file import ConfigFile, Section
from eyehand_core.config_problem import shown
from eyehand_core.environment import Environment
from eyehand_core.layout import task_kind  # noqa: F401 - registers its task kind
from eyehand_core.predicates.expression import compile_expression
from eyehand_core.seed_range import LARGEST_SEED, wrong_seeds
from eyehand_core.tasks import manipulation  # noqa: F401 - registers its task kind
from eyehand_core.tasks.inventory import compiled_for_each
from eyehand_core.tasks.kinds import TASK_KINDS, KindParts
from eyehand_core.tasks.set_entry import SetEntry
from eyehand_core.tasks.task import Subtask, Task

ID_PATTERN = re.compile(r"[a-z][a-z0-9_]*")


def read_task(path: Path, environment: Environment, entry: str = "") -> Task:
    """Read a task file, or one task of a set.

    Args:
        path: ``<id>.yaml`` or ``<name>.set.yaml``.
        environment: surroundings that spawn ranges are checked against.
        entry: id of the task in a set; empty for a file that is one task.

    Raises:
        ConfigFileError: all problems of the file, with line, key, value and what is allowed.
    """
    file = SetEntry(path, entry) if entry else ConfigFile(path)
    root = file.root
    identity = entry or _read_id(root, path)
    kind = root.choice("kind", TASK_KINDS)
    if not root.sound("kind"):
        file.finish()  # without its kind, no key can be judged
    parts = TASK_KINDS[kind].read(root, environment)
    task = Task(
        id=identity,
        version=root.integer("version", 1, 1_000_000),
        kind=kind,
        family=root.text("family", default=identity or path.stem),
        level=root.text("level", default="base"),
        arms=parts.arms,
        budget=root.integer("budget", 1, 1000),
        goal=root.text("goal"),
        objects=parts.objects,
        success=_read_expression(root, "success", parts),
        subtasks=_read_subtasks(root, parts),
        expert=parts.expert,
        layout=parts.layout,
        path=path,
        names=parts.names,
        hold=root.number("hold", 0.0, 60.0, default=parts.hold),
        seeds=_read_seeds(root),
        room=parts.room,
        inventories=parts.inventories,
    )
    root.close()
    file.finish()
    return task


def _read_id(root: Section, path: Path) -> str:
    identity = root.text("id")
    if identity and not ID_PATTERN.fullmatch(identity):
        root.problem("id", f"expected lower-case letters, digits and _, got {shown(identity)}")
    elif identity != path.stem:
        root.problem("id", f"must be the file's name {path.stem!r}, got {shown(identity)}")
    return identity


def _read_expression(section: Section, key: str, parts: KindParts) -> object:
    """Return an expression, checked if it is known what it may refer to."""
    raw = section.raw(key)
    if raw is None:
        section.problem(key, "missing; give an expression of predicates")
        return raw
    if parts.names_known:
        compiler = partial(compile_expression, raw)
        compiled_for_each(section, key, compiler, parts.names, parts.inventories)
    return raw


def _read_subtasks(root: Section, parts: KindParts) -> tuple[Subtask, ...]:
    subtasks = []
    for section in root.sections("subtasks", optional=True):
        name = section.text("name")
        subtasks.append(Subtask(name=name, when=_read_expression(section, "when", parts)))
        section.close()
    return tuple(subtasks)


def _read_seeds(root: Section) -> tuple[int, ...]:
    seeds = root.raw("seeds", default=[])
    if not isinstance(seeds, list):
        found = shown(seeds)
        root.problem("seeds", f"expected a list of whole numbers 0-{LARGEST_SEED}, got {found}")
        return ()
    wrong = wrong_seeds(seeds)
    if wrong:
        root.problem("seeds", wrong)
        return ()
    return tuple(seeds)
