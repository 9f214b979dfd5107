"""Task kind ``layout``: objects on a canvas, what is protected, expert actions.

Canvas units are used throughout: x to the right, y downwards, the canvas is 256 units wide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyehand_core.config_file import Section
from eyehand_core.decisions.decision_error import DecisionError
from eyehand_core.decisions.grammar import Grammar, layout_grammar
from eyehand_core.decisions.layout_action import LayoutAction
from eyehand_core.decisions.layout_actions import LayoutWords
from eyehand_core.declarations import Names
from eyehand_core.environment import Environment
from eyehand_core.layout.actions import offered_actions
from eyehand_core.layout.distances import DEFAULT_DISTANCE, DISTANCES
from eyehand_core.layout.facing import DIRECTIONS
from eyehand_core.layout.looks import COLORS, SIZES
from eyehand_core.layout.object_spec import read_specs
from eyehand_core.layout.plane import PLANES, Plane
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.rules import CANVAS
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.success_rules import check_success
from eyehand_core.tasks.draws import Draws
from eyehand_core.tasks.kinds import KindParts
from eyehand_core.tasks.task import Task


def read_layout(root: Section, environment: Environment) -> KindParts:
    """Read plane, objects, offered actions and expert actions."""
    plane = root.choice("plane", PLANES, default="vertical")
    specs = read_specs(root)
    mover = root.choice("mover", specs, default="") if root.has("mover") else ""
    actions = root.words("actions", default=offered_actions())
    for name in actions:
        if name not in offered_actions():
            allowed = ", ".join(offered_actions())
            root.problem("actions", f"got {name!r}; allowed: {allowed}")
            actions = offered_actions()
    check_success(root, specs)
    expert = root.raw("expert", default=[])
    _check_expert(root, expert, scene_grammar(plane, tuple(specs), actions))
    return KindParts(
        objects=specs,
        names=Names(objects={name: () for name in specs}),
        expert=expert,
        layout={"plane": plane, "mover": mover, "actions": actions},
    )


def initial_scene(task: Task, seed: int) -> LayoutScene:
    """Return the scene of (task, seed).

    Raises:
        ConfigError: the seed is out of range.
    """
    draws = Draws("scene", task.id, seed)
    drawn = (spec.at_reset(name, draws) for name, spec in task.objects.items())
    return LayoutScene(
        plane=task.layout["plane"],
        objects=tuple(thing for thing in drawn if thing is not None),
        supply={name: spec.appearance for name, spec in task.objects.items()},
        layers={name: spec.layer for name, spec in task.objects.items() if spec.layer},
        mover=task.layout["mover"],
    )


def task_grammar(task: Task) -> Grammar:
    """Return the decision grammar of a layout task."""
    return scene_grammar(task.layout["plane"], tuple(task.objects), task.layout["actions"])


def expert_decisions(task: Task) -> tuple[LayoutAction, ...]:
    """Return the declared expert actions, in order."""
    grammar = task_grammar(task)
    read = (grammar.read(body) for body in task.expert)
    return tuple(decision for decision in read if isinstance(decision, LayoutAction))


def scene_grammar(
    plane: Plane | str, names: tuple[str, ...], actions: tuple[str, ...] = ()
) -> Grammar:
    """Return the grammar of a scene in a plane, with the names of its objects.

    Args:
        plane: plane of the scene.
        names: names that the task speaks of.
        actions: names of the actions that are offered; empty for all.
    """
    relations = tuple(name for name in RELATIONS if plane in RELATIONS[name].planes)
    words = LayoutWords(
        relations=relations,
        pair_relations=tuple(n for n in relations if RELATIONS[n].target_count == 2),
        plain_relations=tuple(n for n in relations if not RELATIONS[n].takes_distance),
        sizes=tuple(SIZES),
        distances=tuple(DISTANCES),
        default_distance=DEFAULT_DISTANCE,
        colors=tuple(COLORS),
        directions=tuple(DIRECTIONS),
        largest_value=CANVAS,
        names=names,
    )
    return layout_grammar(words).restricted((*(actions or offered_actions()), "stop"))


def _check_expert(root: Section, expert: Any, grammar: Grammar) -> None:
    for index, body in enumerate(expert if isinstance(expert, list) else [expert]):
        if not isinstance(body, Mapping):
            root.problem_within("expert", (index,), f"expected an action, got {body!r}")
            continue
        decision = grammar.read(body)
        if isinstance(decision, DecisionError):
            root.problem_within("expert", (index,), decision.message)
