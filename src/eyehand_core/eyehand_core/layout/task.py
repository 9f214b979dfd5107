"""Task kind ``layout``: objects on a canvas, what is protected, expert actions.

Canvas units are used throughout: x to the right, y downwards, the canvas is 256 units wide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, cast

from eyehand_core.config_file import Section
from eyehand_core.decisions.decision import Decision
from eyehand_core.decisions.decision_error import DecisionError
from eyehand_core.decisions.grammar import Grammar, layout_grammar
from eyehand_core.decisions.layout_action import LayoutAction
from eyehand_core.decisions.layout_actions import LayoutWords
from eyehand_core.declarations import Names
from eyehand_core.environment import Environment
from eyehand_core.layout.actions import offered_actions
from eyehand_core.layout.distances import DEFAULT_DISTANCE, DISTANCES
from eyehand_core.layout.goal import TERM_KINDS
from eyehand_core.layout.looks import COLORS, SIZES
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations import PLANES, RELATIONS, Plane
from eyehand_core.layout.rules import CANVAS
from eyehand_core.layout.scene import SHAPES, Appearance, LayoutObject, LayoutScene, Shape
from eyehand_core.tasks.draws import Draws
from eyehand_core.tasks.kinds import TASK_KINDS, KindParts
from eyehand_core.tasks.task import Task

_SMALLEST = 4.0
_ORDINARY = Appearance()


@dataclass(frozen=True, kw_only=True)
class Start:
    """Where an object stands at the reset.

    Attributes:
        center: x, y [canvas units].
        spread: largest departure from it along x and y; each seed draws one.
    """

    center: tuple[float, float]
    spread: tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class LayoutSpec:
    """One declared object.

    Attributes:
        category: kind of thing.
        appearance: size and colour.
        fixed: it cannot be moved or removed.
        start: None if the agent has to place it.
    """

    category: str
    appearance: Appearance
    fixed: bool
    start: Start | None


@TASK_KINDS.register("layout")
def read_layout(root: Section, environment: Environment) -> KindParts:
    """Read plane, objects and expert actions; refuse starts that leave the canvas."""
    plane = root.choice("plane", PLANES, default="vertical")
    section = root.section("objects")
    specs = {}
    for name in section.names:
        entry = section.section(name)
        specs[name] = _read_spec(name, entry)
        entry.close()
    if not any(spec.start for spec in specs.values()):
        root.problem("objects", "declare at least one object with a start")
    _check_room(root, specs)
    _check_terms(root)
    expert = root.raw("expert", default=[])
    _check_expert(root, expert, scene_grammar(plane, tuple(specs)))
    names = Names(objects={name: () for name in specs})
    return KindParts(objects=specs, names=names, expert=expert, layout={"plane": plane})


def initial_scene(task: Task, seed: int) -> LayoutScene:
    """Return the scene of (task, seed).

    Raises:
        ConfigError: the seed is out of range.
    """
    draws = Draws("scene", task.id, seed)
    objects = []
    for name, spec in task.objects.items():
        if spec.start is None:
            continue
        # Half units keep every position exact in binary.
        x, y = (
            center + round(2.0 * draws.uniform(-spread, spread)) / 2.0
            for center, spread in zip(spec.start.center, spec.start.spread, strict=True)
        )
        objects.append(
            LayoutObject(
                name=name,
                category=spec.category,
                center=(x, y),
                appearance=spec.appearance,
                fixed=spec.fixed,
            )
        )
    supply = {name: spec.appearance for name, spec in task.objects.items()}
    return LayoutScene(plane=task.layout["plane"], objects=tuple(objects), supply=supply)


def task_grammar(task: Task) -> Grammar:
    """Return the decision grammar of a layout task."""
    return scene_grammar(task.layout["plane"], tuple(task.objects))


def expert_decisions(task: Task) -> tuple[Decision, ...]:
    """Return the declared expert actions, in order."""
    grammar = task_grammar(task)
    read = (grammar.read(body) for body in task.expert)
    return tuple(decision for decision in read if isinstance(decision, LayoutAction))


def scene_grammar(plane: Plane | str, names: tuple[str, ...]) -> Grammar:
    """Return the grammar of a scene in a plane, with the names of its objects."""
    words = LayoutWords(
        relations=tuple(name for name in RELATIONS if plane in RELATIONS[name].planes),
        sizes=tuple(SIZES),
        distances=tuple(DISTANCES),
        default_distance=DEFAULT_DISTANCE,
        colors=tuple(COLORS),
        largest_value=CANVAS,
        names=names,
    )
    return layout_grammar(words).restricted((*offered_actions(), "stop"))


def _read_spec(name: str, section: Section) -> LayoutSpec:
    width, height = section.vector(
        "size", 2, default=_ORDINARY.size, minimum=_SMALLEST, maximum=CANVAS
    )
    spec = LayoutSpec(
        category=section.text("category", default=name),
        appearance=Appearance(
            size=(width, height),
            color=section.choice("color", COLORS, default=_ORDINARY.color),
            shape=cast(Shape, section.choice("shape", SHAPES, default=_ORDINARY.shape)),
        ),
        fixed=section.flag("fixed", default=False),
        start=_read_start(section.section("start")) if section.has("start") else None,
    )
    if spec.start and not _reach(spec.start, spec.appearance).on_canvas:
        section.problem("start", f"object leaves the canvas of {CANVAS:g} x {CANVAS:g} units")
    return spec


def _read_start(section: Section) -> Start:
    x, y = section.vector("center", 2, minimum=0.0, maximum=CANVAS)
    dx, dy = section.vector("spread", 2, default=(0.0, 0.0), minimum=0.0, maximum=CANVAS / 2.0)
    section.close()
    return Start(center=(x, y), spread=(dx, dy))


def _reach(start: Start, looks: Appearance) -> Outline:
    """Return the outline of everywhere the object can be at the reset."""
    width, height = (
        side + 2.0 * spread for side, spread in zip(looks.size, start.spread, strict=True)
    )
    return Outline(start.center, (width, height))


def _check_room(root: Section, specs: Mapping[str, LayoutSpec]) -> None:
    started = [(name, spec) for name, spec in specs.items() if spec.start]
    for (a, first), (b, second) in combinations(started, 2):
        assert first.start and second.start
        reach = _reach(first.start, first.appearance)
        if reach.distance(_reach(second.start, second.appearance)) == 0.0:
            message = f"{a} and {b} can overlap at the reset; move them apart or spread them less"
            root.problem_within("objects", (b, "start"), message)


def _check_terms(root: Section) -> None:
    success = root.raw("success")
    terms = success.get("all") if isinstance(success, Mapping) else None
    if not isinstance(terms, list):
        root.problem("success", f"expected all: [...] with some of {', '.join(TERM_KINDS)}")
        return
    declared = [_term_name(term) for term in terms]
    for index, name in enumerate(declared):
        if name not in TERM_KINDS:
            message = f"got {name!r}; allowed: {', '.join(TERM_KINDS)}"
            root.problem_within("success", ("all", index), message)
    if all(name in TERM_KINDS and TERM_KINDS[name].is_check for name in declared):
        root.problem("success", "give at least one relation or distance that the task asks for")
    for name in ("no_collision", "on_canvas"):
        if name not in declared:
            root.problem("success", f"add {name}: it holds for every layout task")


def _term_name(term: Any) -> str:
    return str(next(iter(term), "")) if isinstance(term, Mapping) else str(term)


def _check_expert(root: Section, expert: Any, grammar: Grammar) -> None:
    for index, body in enumerate(expert if isinstance(expert, list) else [expert]):
        if not isinstance(body, Mapping):
            root.problem_within("expert", (index,), f"expected an action, got {body!r}")
            continue
        decision = grammar.read(body)
        if isinstance(decision, DecisionError):
            root.problem_within("expert", (index,), decision.message)
