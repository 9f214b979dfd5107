"""Task kind ``manipulation``: objects on a table, arms, expert routine."""

from __future__ import annotations

from functools import partial

from eyehand_core.config_file import Section
from eyehand_core.declarations import ArmRole, Names
from eyehand_core.environment import Environment
from eyehand_core.routines import steps  # noqa: F401 - registers the vocabulary
from eyehand_core.routines.routine import compile_routine
from eyehand_core.tasks.draws import Draws
from eyehand_core.tasks.inventory import compiled_for_each, left_out, read_inventories
from eyehand_core.tasks.kinds import TASK_KINDS, KindParts, TaskKind
from eyehand_core.tasks.object_spec import ObjectSpec, read_objects
from eyehand_core.tasks.spawn import (
    ATTEMPTS,
    draw_placement,
    instantiate,
    outside_table,
    table_of,
)
from eyehand_core.tasks.task import ROOM, Inventory, Room
from eyehand_core.views import ANCHOR_SIDES, BOTH

TRIAL_SEEDS = 20


SIDES = tuple(name for name in ANCHOR_SIDES if name != BOTH)
"""Arms that a task may use; every robot file names its arms so."""


def read_manipulation(root: Section, environment: Environment) -> KindParts:
    """Read arms, objects and expert routine; refuse spawn ranges that cannot work."""
    arms = root.words("arms")
    if not arms:
        root.problem("arms", "name at least one arm of the robot, for example [right]")
    for arm in arms:
        if arm not in SIDES:
            root.problem("arms", f"unknown arm {arm!r}; allowed: {', '.join(SIDES)}")
    section = root.section("objects")
    objects = read_objects(section)
    if not section.names:
        root.problem("objects", "declare at least one object")
    on_table = _check_edges(section, objects, environment)
    room = Room(
        spacing=root.number("spacing", 0.0, 1.0, default=ROOM.spacing),
        clearance=root.number("clearance", 0.0, 1.0, default=ROOM.clearance),
    )
    inventories = read_inventories(root, objects)
    if on_table and len(objects) == len(section.names):
        _check_room(root, objects, inventories, room)
    names = Names(
        objects={name: spec.point_names for name, spec in objects.items()},
        arms=arms,
        obstacles=tuple(obstacle.name for obstacle in environment.obstacles),
        roles=_read_roles(root.section("roles", optional=True), objects),
    )
    routine = root.raw("expert", default=[])
    names_known = root.sound("arms") and bool(objects) and len(objects) == len(section.names)
    if names_known:
        compiled_for_each(root, "expert", partial(compile_routine, routine), names, inventories)
    return KindParts(
        objects=objects,
        names=names,
        names_known=names_known,
        arms=arms,
        expert=routine,
        room=room,
        inventories=inventories,
    )


def _read_roles(section: Section, objects: dict[str, ObjectSpec]) -> dict[str, ArmRole]:
    """Read which arm plays a role, by the object that it stands nearest to or farthest from."""
    roles = {}
    for name in section.names:
        entry = section.section(name)
        place = "nearest" if entry.has("nearest") else "farthest"
        roles[name] = ArmRole(place=place, object=entry.choice(place, objects))
        entry.close()
    return roles


def _check_edges(
    section: Section, objects: dict[str, ObjectSpec], environment: Environment
) -> bool:
    table = table_of(environment)
    for name, spec in objects.items():
        # A range that could not be read has been told; what stands in for it says nothing.
        is_read = section.section(name).sound("spawn")
        problem = outside_table(spec, table) if is_read else None
        if problem:
            section.problem_within(name, ("spawn",), problem)
    return section.sound(*objects)


def _check_room(
    root: Section,
    objects: dict[str, ObjectSpec],
    inventories: tuple[Inventory, ...],
    room: Room,
) -> None:
    absent = [left_out(inventories, chosen) for chosen in inventories] or [frozenset()]
    selections = [{n: s for n, s in objects.items() if n not in names} for names in absent]
    trials = (
        (selection, Draws("room", "", seed))
        for selection in selections
        for seed in range(TRIAL_SEEDS // len(selections))
    )
    if any(draw_placement(selection, draws, room) is None for selection, draws in trials):
        root.problem(
            "objects",
            "spawn ranges leave no room: objects overlap or come nearer than "
            f"{room.clearance:g} m in {ATTEMPTS} attempts; widen the ranges or move them apart",
        )


TASK_KINDS.add("manipulation", TaskKind(read=read_manipulation, scene=instantiate))
