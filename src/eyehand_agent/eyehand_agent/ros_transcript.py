"""Exchanges with a model as messages of the topic ``transcript``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from eyehand_interfaces.msg import ModelExchange


def exchange_message(exchange: Mapping[str, Any], episode_id: str) -> Any:
    """Return the message of one exchange, without its stamp."""
    return ModelExchange(
        episode_id=episode_id,
        index=exchange["index"],
        attempt=exchange["attempt"],
        repair=exchange["repair"],
        request=json.dumps(exchange["request"], ensure_ascii=False),
        response=json.dumps(exchange["response"], ensure_ascii=False),
        error=exchange["error"],
        duration=exchange["duration"],
    )
