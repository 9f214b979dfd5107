"""What an answer may take up: more room once, and no more tokens or money than allowed."""

from __future__ import annotations

import time
from typing import Any

import pytest
from asked import Asked
from eyehand_agent.endpoints.prices import Price
from eyehand_agent.endpoints.spending import SpendingLimitError, SpendingLimits
from eyehand_agent.testing import chat_behaviors as play
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_core.errors import ConfigError

TOKENS = "max_tokens"


def limits_sent(asked: Asked) -> list[int]:
    """Return the token limit of each attempt in the record."""
    return [exchange["request"]["parameters"][TOKENS] for exchange in asked.exchanges]


@pytest.mark.parametrize(
    ("second", "text", "tries"),
    [
        ("whole", "whole", 2),
        (play.cut_off("still cut"), "still cut", 2),
        (play.error(400, "max_tokens is too large"), "cut", 2),
        (play.error(500, "broken"), "cut", 2),
    ],
)
def test_a_cut_off_answer_gets_more_room_once(second: Any, text: str, tries: int) -> None:
    with ChatServer([play.cut_off("cut"), second, "never asked for"]) as server:
        asked = Asked(server.base_url, longer_max_tokens=9000)
        assert asked.ask().text == text
        assert len(server.requests) == tries
    assert limits_sent(asked) == [4096, 9000]
    assert [exchange["attempt"] for exchange in asked.exchanges] == [0, 1]
    assert asked.exchanges[0]["response"]["finish_reason"] == "length"


def test_no_more_room_where_none_is_wanted_or_the_question_sets_its_own() -> None:
    with ChatServer([play.cut_off("cut")]) as server:
        assert Asked(server.base_url).ask().text == "cut"
        own = Asked(server.base_url, longer_max_tokens=9000)
        assert own.ask(fields={TOKENS: 16}).text == "cut"
        assert len(server.requests) == 2


def test_a_cut_off_answer_counts_when_nothing_more_may_be_spent_or_waited_for() -> None:
    with ChatServer([play.cut_off("cut"), "never asked for"]) as server:
        spent = Asked(server.base_url, SpendingLimits(tokens=100), longer_max_tokens=9000)
        assert spent.ask().text == "cut"
        with pytest.raises(SpendingLimitError):
            spent.ask()
        late = Asked(server.base_url, longer_max_tokens=9000, requests_per_minute=1.0)
        server.begin([play.cut_off("cut"), "never asked for"])
        assert late.ask(until=time.monotonic() + 30.0).text == "cut"
        assert len(server.requests) == 1


PRICE = Price(
    model="test-model*", currency="EUR", input=1e4, cached_input=0.0, output=1e4, source="test"
)


def test_tokens_and_money_end_before_the_next_request() -> None:
    """Every answer counts 100 + 20 tokens; a repeat of a cut one too."""
    for limits in (SpendingLimits(tokens=200), SpendingLimits(cost=2.0)):
        with ChatServer([play.cut_off("one"), "two", "three"]) as server:
            asked = Asked(server.base_url, limits, (PRICE,), longer_max_tokens=9000)
            assert asked.ask().text == "two"
            with pytest.raises(SpendingLimitError, match="allows 2"):
                asked.ask()
            assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("failure", "counted"),
    [
        (play.hang(), True),
        (play.html(), True),
        (play.half_json(), True),
        (play.error(503, "busy"), False),
    ],
)
@pytest.mark.parametrize("limits", [SpendingLimits(tokens=1000), SpendingLimits(cost=10.0)])
def test_a_failed_try_counts_its_prompt_if_it_may_be_billed(
    failure: play.Behavior, counted: bool, limits: SpendingLimits
) -> None:
    """The prompt is estimated: its picture of unknown size is 1,639 tokens."""
    with ChatServer([failure, "good"]) as server:
        asked = Asked(server.base_url, limits, (PRICE,), request_timeout_s=0.3)
        if counted:
            with pytest.raises(SpendingLimitError, match="allows 10"):
                asked.ask()
        else:
            assert asked.ask().text == "good"
        assert len(server.requests) == 2 - counted
    response = asked.exchanges[0]["response"]
    assert ("estimated_usage" in response) == counted
    if counted:
        assert response["estimated_usage"]["completion_tokens"] == 0
        assert response["cost"]["amount"] > 10.0


def test_a_limit_that_cannot_be_kept_is_refused() -> None:
    limits = SpendingLimits(cost=1.0)
    with ChatServer([play.completion({"content": "x"}, model="another")]) as server:
        with pytest.raises(ConfigError, match=r"prices\.yaml"):
            Asked(server.base_url, limits)
        asked = Asked(server.base_url, limits, (PRICE,))
        asked.ask()
        with pytest.raises(SpendingLimitError, match="not known"):
            asked.ask()
        assert len(server.requests) == 1


def test_answers_without_counts_are_estimated_and_say_so() -> None:
    with ChatServer([play.completion({"content": "x" * 70}, usage=None)]) as server:
        asked = Asked(server.base_url, SpendingLimits(tokens=1000))
        asked.ask()
        with pytest.raises(SpendingLimitError):  # a picture of unknown size counts 1,639
            asked.ask()
    response = asked.exchanges[0]["response"]
    assert (response["usage"], response["cost"]) == (None, None)
    assert response["estimated_usage"]["completion_tokens"] == 20
    assert response["estimated_usage"]["prompt_tokens"] > 1600
