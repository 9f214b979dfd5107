"""Compiling and evaluating expressions."""

from __future__ import annotations

from typing import Any

import pytest
from eyehand_core.declaration_error import DeclarationError
from eyehand_core.declarations import (
    Names,
)
from eyehand_core.predicates.expression import Expression, compile_expression, conjuncts
from hypothesis import given
from hypothesis import strategies as st
from world_states import moment, state, thing

NAMES = Names(objects={"cube": ("top",), "bowl": ()}, arms=("right",), obstacles=("table",))
SETTLED = state(thing("cube", (0, 0, 0)), thing("bowl", (0, 0, 0)))
UP = {"lifted": {"object": "cube", "above": 0.05}}
STILL = {"still": {"object": "cube"}}


def at(stamp: float, *, high: bool = False, fast: bool = False) -> Any:
    """Return a moment with the cube high or low, moving or not."""
    cube = thing("cube", (0, 0, 0.1 if high else 0.0), velocity=(1, 0, 0) if fast else (0, 0, 0))
    return moment(state(cube, thing("bowl", (0, 0, 0)), stamp=stamp), SETTLED)


def values(expression: Expression, heights: list[bool]) -> list[bool]:
    """Return the values over samples 20 ms apart."""
    return [expression.update(at(0.02 * i, high=h)) for i, h in enumerate(heights)]


def test_all_any_and_not_are_boolean_algebra() -> None:
    """Over all combinations of two terms."""
    for high in (False, True):
        for fast in (False, True):
            now = at(0.0, high=high, fast=fast)
            assert compiled({"all": [UP, STILL]}).update(now) is (high and not fast)
            assert compiled({"any": [UP, STILL]}).update(now) is (high or not fast)
            assert compiled({"not": UP}).update(now) is (not high)


def compiled(raw: Any) -> Expression:
    """Compile against the names of this file."""
    return compile_expression(raw, NAMES)


@given(heights=st.lists(st.booleans(), max_size=30))
def test_latched_stays_true(heights: list[bool]) -> None:
    """True from the first true sample on."""
    found = values(compiled({"latched": UP}), heights)
    assert found == [any(heights[: i + 1]) for i in range(len(heights))]


@given(heights=st.lists(st.booleans(), max_size=40))
def test_hold_needs_an_unbroken_run(heights: list[bool]) -> None:
    """0.1 s at 20 ms are six samples in a row: the first and five more."""
    found = values(compiled({"hold": {"for": 0.1, "term": UP}}), heights)
    expected = [i >= 5 and all(heights[i - 5 : i + 1]) for i in range(len(heights))]
    assert found == expected


def test_hold_counts_time_not_samples() -> None:
    """Many samples at one stamp are no time."""
    expression = compiled({"hold": {"for": 0.1, "term": UP}})
    assert [expression.update(at(1.0, high=True)) for _ in range(20)] == [False] * 20
    assert expression.update(at(1.1, high=True)) is True


def test_a_memory_works_behind_an_operand_that_decides_alone() -> None:
    """A latch sees the sample in which another operand settles the value already."""
    blocked = compiled({"all": [{"not": UP}, {"latched": UP}]})
    assert blocked.update(at(0.0, high=True)) is False
    assert blocked.update(at(0.02)) is True
    expression = compiled({"any": [STILL, {"latched": UP}]})
    assert expression.update(at(0.0, high=True)) is True
    assert expression.update(at(0.02, fast=True)) is True


def test_compiled_expressions_share_no_memory() -> None:
    """Two episodes of one task."""
    first, second = compiled({"latched": UP}), compiled({"latched": UP})
    assert first.update(at(0.0, high=True)) is True
    assert second.update(at(0.0)) is False


def test_conjuncts_are_the_terms_that_must_all_be_true() -> None:
    """Nested conjunctions are flattened, other nodes are not entered."""
    expression = compiled({"all": [UP, {"all": [STILL, {"latched": {"all": [UP, STILL]}}]}]})
    assert [term.text for term in conjuncts(expression)] == [
        "lifted(object=cube, above=0.05)",
        "still(object=cube)",
        "latched(all(lifted(object=cube, above=0.05), still(object=cube)))",
    ]


@pytest.mark.parametrize(
    ("raw", "place", "expected"),
    [
        ({"liftd": {}}, (), "unknown predicate 'liftd'; allowed:"),
        ({"liftd": {}}, (), "did you mean lifted?"),
        ({"lifted": {"object": "cub", "above": 0.1}}, ("lifted", "object"), "did you mean cube?"),
        ({"lifted": {"object": "cube"}}, ("lifted",), "parameter above is missing"),
        ({"lifted": {"object": "cube", "above": "5 cm"}}, ("lifted", "above"), "got '5 cm'"),
        ({"lifted": {"object": "cube", "above": 50}}, ("lifted", "above"), "0...1 without unit"),
        ({"lifted": {"object": "cube", "over": 1}}, ("lifted", "over"), "unknown parameter"),
        ({"lifted": [1]}, ("lifted",), "expected parameters object, above, got [1]"),
        ({"all": []}, ("all",), "expected a list of expressions, got []"),
        ({"all": [UP, 7]}, ("all", 1), "expected one name with its parameters, got 7"),
        ({"all": [UP], "any": [UP]}, (), "expected one name"),
        ({"not": {"any": [{"open": {"arm": "left"}}]}}, ("not", "any", 0, "open", "arm"), "right"),
        ({"hold": {"for": -1, "term": UP}}, ("hold", "for"), "0...60"),
        ({"hold": UP}, ("hold",), "expected {for: seconds, term: expression}"),
        (
            {"near_xy": {"object": "cube.bottom", "to": "bowl", "within": 0.1}},
            ("near_xy", "object"),
            "allowed: bowl, cube, cube.top",
        ),
        ({"contact": {"a": "cube", "b": "floor"}}, ("contact", "b"), "allowed: bowl, cube, table"),
        (None, (), "expected one name"),
    ],
)
def test_mistakes_are_named_with_their_place(
    raw: Any, place: tuple[Any, ...], expected: str
) -> None:
    """What is wrong, what is allowed, where it stands."""
    with pytest.raises(DeclarationError) as caught:
        compiled(raw)
    assert any(m.place == place and expected in m.message for m in caught.value.mistakes)


def test_all_mistakes_are_reported_together() -> None:
    """Three terms, three mistakes."""
    with pytest.raises(DeclarationError) as caught:
        compiled({"all": [{"liftd": {}}, {"open": {"arm": "left"}}, {"not": {"nothing": {}}}]})
    assert len(caught.value.mistakes) == 3


JSONISH = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["cube", "all"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["all", "any", "not", "latched", "hold", "for", "term", "lifted", "object"]
            )
            | st.text(max_size=4),
            inner,
            max_size=3,
        )
    ),
    max_leaves=15,
)


@given(raw=JSONISH)
def test_any_value_compiles_or_is_refused(raw: Any) -> None:
    """Never another exception."""
    try:
        compiled(raw)
    except DeclarationError as error:
        assert error.mistakes


def test_a_chain_is_true_once_its_links_were_seen_in_order() -> None:
    """The last link before the first does not count, and nothing breaks a chain again."""
    links = [{"near_xy": {"object": "cube", "to": "bowl", "within": w}} for w in (0.3, 0.2, 0.1)]
    chain = compile_expression({"in_order": links}, NAMES)
    assert chain.text.startswith("in_order(near_xy(")

    def at(distance: float) -> bool:
        now = state(thing("cube", (distance, 0, 0)), thing("bowl", (0, 0, 0)))
        return chain.update(moment(now))

    assert [at(d) for d in (0.5, 0.25, 0.25, 0.15, 0.05, 0.5)] == [False] * 4 + [True, True]
    backwards = compile_expression(
        {
            "in_order": [
                {"near_xy": {"object": "cube", "to": "bowl", "within": 0.1}},
                {"not": {"near_xy": {"object": "cube", "to": "bowl", "within": 0.3}}},
            ]
        },
        NAMES,
    )
    for distance, expected in ((0.5, False), (0.05, False), (0.5, True)):
        now = state(thing("cube", (distance, 0, 0)), thing("bowl", (0, 0, 0)))
        assert backwards.update(moment(now)) is expected
