"""Lists read what they sample, and refuse everything else."""

from __future__ import annotations

from random import Random

import pytest
from eyehand_core.decisions.decision_error import InadmissibleError
from eyehand_core.decisions.fields import NumberField
from eyehand_core.decisions.list_field import ListField
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

STEPS = ListField(
    name="steps",
    item=NumberField(name="steps", minimum=0, maximum=9, multiple_of=1),
    longest=4,
)
SCHEMA = Draft202012Validator(STEPS.schema(strict=True))


@given(st.integers())
def test_samples_are_read(seed: int) -> None:
    sample = STEPS.sample(Random(seed))
    assert STEPS.read(sample) == sample
    assert SCHEMA.is_valid(sample)


@given(st.recursive(st.none() | st.integers(-2, 12) | st.text(max_size=2), st.lists, max_leaves=6))
def test_parser_and_schema_agree(value: object) -> None:
    try:
        STEPS.read(value)
    except InadmissibleError:
        assert not SCHEMA.is_valid(value)
    else:
        assert SCHEMA.is_valid(value)


def test_a_long_list_is_refused() -> None:
    with pytest.raises(InadmissibleError, match="a list of 1 to 4"):
        STEPS.read([1, 2, 3, 4, 5])
