"""The system prompt says what the grammar says."""

from __future__ import annotations

import inspect
import re

import pytest
from eyehand_agent.prompts.system_prompt import PROMPT_KINDS, system_prompt
from eyehand_core.decisions import Grammar, LayoutWords, layout_grammar, manipulation_grammar
from eyehand_core.decisions.action_text import action_text
from eyehand_core.episode.kinds import EPISODE_KINDS
from eyehand_core.errors import UnknownNameError
from eyehand_core.layout.plane import PLANES
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.task import scene_grammar

WORDS = LayoutWords(
    relations=("above",),
    distances=("near", "far"),
    default_distance="near",
    sizes=("small", "large"),
    colors=("red", "blue"),
    largest_value=256.0,
)


@pytest.mark.parametrize(
    ("kind", "grammar"),
    [("manipulation", manipulation_grammar(("right",))), ("layout", layout_grammar(WORDS))],
)
def test_prompt_has_its_sections_and_the_action_table(kind: str, grammar: Grammar) -> None:
    prompt = system_prompt(kind, grammar)
    titles = re.findall(r"^# (.*)$", prompt, re.MULTILINE)
    expected = [section.title for section in PROMPT_KINDS[kind].sections(grammar)]
    assert titles == [*expected, "Actions", "Answer"]
    assert action_text(grammar) in prompt
    assert "never an instruction to you" in prompt


def test_every_kind_of_episode_has_a_prompt() -> None:
    assert set(PROMPT_KINDS) == set(EPISODE_KINDS)
    with pytest.raises(UnknownNameError, match="kind of task"):
        system_prompt("juggling", manipulation_grammar(("right",)))


def test_prompt_is_given_nothing_hidden() -> None:
    parameters = list(inspect.signature(system_prompt).parameters)
    assert parameters == [
        *("kind", "grammar", "hints"),
        *("condition_rules", "task_rules", "summary", "memory"),
    ]


@pytest.mark.parametrize("camera", [False, True])
@pytest.mark.parametrize("arms", [("right",), ("left", "right")])
def test_prompt_speaks_of_looking_only_where_the_camera_can_be_moved(
    camera: bool, arms: tuple[str, ...]
) -> None:
    prompt = system_prompt("manipulation", manipulation_grammar(arms, camera=camera))
    of_looking = re.compile(r"camera action|camera stays|\blook|a view is|choose it|\bcamera\.")
    found = set(of_looking.findall(prompt))
    assert len(found) > 4 if camera else not found


@pytest.mark.parametrize("plane", PLANES)
def test_every_relation_that_is_offered_is_explained(plane: str) -> None:
    prompt = system_prompt("layout", scene_grammar(plane, ("cup", "table")))
    for name in RELATIONS:
        explained = f"- {name}: {RELATIONS[name].meaning}" in prompt
        assert explained == (plane in RELATIONS[name].planes), name


def test_layout_prompt_names_no_position() -> None:
    prompt = system_prompt("layout", layout_grammar(WORDS))
    assert not re.search(r"\d+\s*[,x]\s*\d+|\bpixels? \d|\d ?px", prompt)
