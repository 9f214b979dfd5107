"""A client of a local endpoint, with its transcript."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from eyehand_agent.endpoints.chat_client import ChatClient, Question
from eyehand_agent.endpoints.endpoint_settings import EndpointSettings
from eyehand_agent.endpoints.messages import system_message, user_message
from eyehand_agent.endpoints.prices import Price
from eyehand_agent.endpoints.spending import Spending, SpendingLimits
from eyehand_core.observation import View
from observations import ENDPOINT, JPEG

VIEWS = (View(name="center_high", jpeg=JPEG, stamp=0.0),)


class Asked:
    """A client with its transcript."""

    def __init__(
        self,
        base_url: str,
        limits: SpendingLimits | None = None,
        prices: tuple[Price, ...] = (),
        unwanted: Callable[[], bool] = lambda: False,
        **changes: Any,
    ) -> None:
        settings = EndpointSettings(**{**ENDPOINT, "base_url": base_url, **changes})
        self.exchanges: list[Mapping[str, Any]] = []
        self.client = ChatClient(
            settings, self.exchanges.append, prices, Spending(limits), unwanted
        )

    def ask(self, **changes: Any) -> Any:
        """Ask one question with an image."""
        messages = [system_message("rules"), user_message("turn", VIEWS)]
        values: dict[str, Any] = {"index": 4, "repair": 1, "messages": messages}
        return self.client.ask(Question(**{**values, **changes}))
