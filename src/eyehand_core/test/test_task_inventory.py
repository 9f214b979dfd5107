"""Tasks whose objects differ from seed to seed: drawing, words, and mistakes in their files."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_core.config_file import ConfigFileError
from eyehand_core.predicates.expression import compile_expression, conjuncts
from eyehand_core.routines.routine import compile_routine
from eyehand_core.tasks.inventory import PLACEHOLDER, goal_in_general, instance_of
from eyehand_core.tasks.reader import read_task
from eyehand_core.tasks.task import Task
from world_states import CONFIG, library

ENVIRONMENT = library().environment
TASK = library().load("put_everything_in_basket")
TEXT = TASK.path.read_text(encoding="utf-8")
OF = "of: [upright_bottle, lying_bottle, pen, second_pen, cube, second_cube]"
SUCCESS = "success:\n  all:\n"
TERM = "contained: {object: it, container: basket, within: 0.03}"
EXPERT = "expert:\n"


def read(folder: Path, text: str) -> Task:
    path = folder / TASK.path.name
    path.write_text(text, encoding="utf-8")
    return read_task(path, ENVIRONMENT)


@pytest.mark.parametrize("seed", range(1000, 1012))
def test_a_seed_has_one_inventory_and_speaks_of_it_alone(seed: int) -> None:
    chosen = instance_of(TASK, seed)
    assert chosen == instance_of(TASK, seed)
    (inventory,) = (i for i in TASK.inventories if {*i.objects, "basket"} == set(chosen.objects))
    assert chosen.goal == f"Put all five objects into the basket: {inventory.words}."
    assert {*chosen.names.objects, *chosen.names.absent} == set(TASK.objects)
    assert instance_of(chosen, seed + 1) == chosen, "an instance is drawn once"
    terms = [e.text for e in conjuncts(compile_expression(chosen.success, chosen.names))]
    assert sum(text.startswith("contained(") for text in terms) == 5
    routine = compile_routine(chosen.expert, chosen.names)
    used = {str(value).partition(".")[0] for call in routine for value in call.arguments.values()}
    assert used & set(chosen.objects) == set(inventory.objects)
    assert not used & set(chosen.names.absent)


def test_every_inventory_is_drawn() -> None:
    drawn = {instance_of(TASK, seed).goal for seed in range(1000, 1040)}
    assert len(drawn) == len(TASK.inventories) > 1


def test_no_seed_is_meant_where_the_goal_is_told_in_general() -> None:
    assert PLACEHOLDER in TASK.goal
    assert PLACEHOLDER not in goal_in_general(TASK)
    other = library().load("place_cube_in_bowl")
    assert goal_in_general(other) == other.goal


WRONG = [
    (
        SUCCESS,
        f"{SUCCESS}    - still: {{object: second_pen, below: 0.01}}\n",
        "success.all[0].still.object: unknown object 'second_pen'",
        "(with the inventory 'two cubes, a lying bottle, an upright bottle and a pen')",
    ),
    (
        EXPERT,
        f"{EXPERT}  - tcp_to: {{arm: right, point: second_cube, above: 0.09}}\n",
        "expert[0].tcp_to.point: unknown point 'second_cube'",
        "(with the inventory '",
    ),
    (
        SUCCESS,
        f"{SUCCESS}    - any: [{{for_each: {{of: [second_pen], do: [{TERM}]}}}}]\n",
        "success.all[0].any: stands for nothing",
        "(with the inventory '",
    ),
    (OF, "of: [upright_bottel, cube]", "of[0]: unknown object 'upright_bottel'", "did you mean"),
    (OF, "of: []", "for_each: expected {of: [objects], do: [...]}"),
    (OF, "off: [cube]", "for_each: expected {of: [objects], do: [...]}"),
    (f"          - {TERM}\n", "          - contained: it\n", "expected parameters object"),
    ("objects: [upright_bottle,", "objects: [upright_jar,", "unknown object 'upright_jar'"),
    (f" {PLACEHOLDER}", " all", "goal: must hold {inventory}"),
    ("clearance: 0.03", "clearance: 3 cm", "clearance: expected a number 0...1"),
    ("clearance: 0.03", "clearance: 0.5", "spawn ranges leave no room"),
]


@pytest.mark.parametrize("case", WRONG, ids=[new.strip() for _, new, *_ in WRONG])
def test_a_mistake_is_found_whichever_inventory_it_is_in(
    case: tuple[str, ...], tmp_path: Path
) -> None:
    old, new, *says = case
    assert old in TEXT
    with pytest.raises(ConfigFileError) as caught:
        read(tmp_path, TEXT.replace(old, new, 1))
    for words in says:
        assert words in str(caught.value)


def test_a_mistake_in_every_inventory_is_told_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigFileError) as caught:
        read(tmp_path, TEXT.replace(TERM, TERM.replace("within", "inside"), 1))
    assert str(caught.value).count("unknown parameter") == 1
    assert "with the inventory" not in str(caught.value)
    assert (CONFIG / "tasks" / "manipulation" / TASK.path.name) == TASK.path
