"""The table in words names everything that is offered, and nothing else."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from eyehand_core.decisions import Decision, manipulation_grammar
from eyehand_core.decisions.action_text import action_text
from grammars import GRAMMARS


@pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=list(GRAMMARS))
def test_text_lists_exactly_the_offered_names(grammar: Any) -> None:
    listed = re.findall(r"^- ([\w.]+): ", action_text(grammar), re.MULTILINE)
    assert set(listed) == set(grammar.names)
    narrow = grammar.restricted(grammar.names[:1])
    listed = re.findall(r"^- ([\w.]+): ", action_text(narrow), re.MULTILINE)
    assert set(listed) == {grammar.names[0]}


@pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=list(GRAMMARS))
def test_every_example_in_the_text_is_a_decision(grammar: Any) -> None:
    examples = re.findall(r"example: (.*)", action_text(grammar))
    assert examples
    for example in examples:
        json.loads(example)
        assert isinstance(grammar.parse(example), Decision), example


def test_text_gives_ranges_and_units() -> None:
    text = action_text(manipulation_grammar(("right",)))
    assert "distance_mm: a number from 1 to 100 mm" in text
    assert "angle_deg: a number from 1 to 90 degrees" in text


def test_arm_is_explained_only_where_there_is_a_choice() -> None:
    assert "which arm" not in action_text(manipulation_grammar(("right",)))
    assert 'arm: "left" | "right", which arm' in action_text(
        manipulation_grammar(("left", "right"))
    )
