"""What an agent is told about similar layouts."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_agent.layout_memory import memory_for
from eyehand_agent.prompts.system_prompt import system_prompt
from eyehand_core.episode.conditions import load_condition
from eyehand_core.errors import ConfigError
from eyehand_core.layout.memory.trajectory import split_of, trajectory, write_store
from eyehand_core.layout.play import Table, play
from eyehand_core.layout.task import expert_decisions, task_grammar
from eyehand_core.tasks.library import Library

CONFIG = Path(__file__).resolve().parents[3] / "config"
LIBRARY = Library(CONFIG)
TASK = LIBRARY.load("place_single_1_01")
LEARNED = [name for name in LIBRARY.ids() if name.startswith("place_single_1_")]


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    path = tmp_path / "store.jsonl"
    for name in LEARNED:
        task = LIBRARY.load(name)
        lines = iter([action.to_json() for action in expert_decisions(task)])
        trace = play(Table(task, 1000), lambda observation, error, lines=lines: next(lines))
        write_store(path, [trajectory(trace, task.goal, "expert")])
    return {"memory": str(path)}


def test_similar_layouts_stand_in_the_prompt_of_an_agent_that_recalls(
    settings: dict[str, str],
) -> None:
    text = memory_for(load_condition(CONFIG, "layout", "active+recall"), TASK, 1000, settings)
    assert text.count("Task: ") == 3
    assert TASK.goal not in text
    others = [LIBRARY.load(name) for name in LEARNED]
    assert not [t.id for t in others if t.goal in text and split_of(t.id) == "test"]
    prompt = system_prompt("layout", task_grammar(TASK), memory=text)
    assert text in prompt
    assert "Similar layouts" not in system_prompt("layout", task_grammar(TASK))


def test_nothing_is_recalled_unless_condition_and_agent_do(settings: dict[str, str]) -> None:
    assert memory_for(load_condition(CONFIG, "layout", "active"), TASK, 1000, settings) == ""
    assert memory_for(load_condition(CONFIG, "layout", "active+recall"), TASK, 1000, {}) == ""
    with pytest.raises(ConfigError, match="aid"):
        load_condition(CONFIG, "manipulation", "active+recall")
    with pytest.raises(ConfigError, match="--remember"):
        memory_for(
            load_condition(CONFIG, "layout", "active+recall"),
            TASK,
            1000,
            {"memory": "/no/such/store"},
        )
