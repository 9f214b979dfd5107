"""What requests cost, and that an unknown price stays unknown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from eyehand_agent.endpoints.chat_client import ChatClient, Question
from eyehand_agent.endpoints.endpoint_settings import EndpointSettings
from eyehand_agent.endpoints.messages import user_message
from eyehand_agent.endpoints.prices import Price, price_of, read_prices
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_core.config_file import ConfigFileError
from observations import ENDPOINT

PRICE = Price(
    model="test-model*", currency="EUR", input=2.0, cached_input=0.5, output=8.0, source="test"
)


def test_the_table_of_the_repository_is_read() -> None:
    prices = read_prices(Path(__file__).parents[3] / "config" / "prices.yaml")
    assert all(price.source and price.cached_input <= price.input for price in prices)
    assert price_of(prices, "a-model-that-nobody-knows") is None


@pytest.mark.parametrize(
    ("usage", "amount"),
    [
        ({"prompt_tokens": 1_000_000, "completion_tokens": 0}, 2.0),
        ({"prompt_tokens": 0, "completion_tokens": 500_000}, 4.0),
        (
            {
                "prompt_tokens": 1_000_000,
                "completion_tokens": 0,
                "prompt_tokens_details": {"cached_tokens": 1_000_000},
            },
            0.5,
        ),
        ({"prompt_tokens": 5}, None),
        ({"prompt_tokens": "5", "completion_tokens": True}, None),
    ],
)
def test_cost_of_a_request(usage: dict[str, Any], amount: float | None) -> None:
    cost = PRICE.cost(usage)
    assert (cost and cost["amount"]) == amount


@pytest.mark.parametrize("prices", [(PRICE,), ()])
def test_the_transcript_holds_the_cost_or_says_that_it_is_unknown(
    prices: tuple[Price, ...],
) -> None:
    exchanges: list[Any] = []
    with ChatServer(["x"]) as server:
        settings = EndpointSettings(**{**ENDPOINT, "base_url": server.base_url})
        client = ChatClient(settings, exchanges.append, prices)
        client.ask(Question(index=0, repair=0, messages=[user_message("hello")]))
    cost = exchanges[0]["response"]["cost"]
    if prices:
        assert cost == {"amount": 360e-6, "currency": "EUR", "price": "test-model*"}
    else:
        assert cost is None


def test_a_wrong_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text("description: d\nprices:\n  - {model: m, currency: USD, input: -1}\n")
    with pytest.raises(ConfigFileError, match="input"):
        read_prices(path)
