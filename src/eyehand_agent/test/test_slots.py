"""An endpoint's limits hold over threads and processes."""

from __future__ import annotations

import multiprocessing
import threading
import time
from pathlib import Path

import pytest
from eyehand_agent.endpoints.chat_client import ChatClient, Question
from eyehand_agent.endpoints.endpoint_settings import EndpointSettings
from eyehand_agent.endpoints.messages import user_message
from eyehand_agent.endpoints.slots import Slots
from eyehand_agent.testing import chat_behaviors as play
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_core.errors import EndpointError
from observations import ENDPOINT


def _ask(base_url: str, concurrency: int) -> None:
    settings = EndpointSettings(
        **{**ENDPOINT, "base_url": base_url, "concurrency": concurrency, "deadline_s": 60.0}
    )
    client = ChatClient(settings, lambda exchange: None)
    client.ask(Question(index=0, repair=0, messages=[user_message("hello")]))


@pytest.mark.slow
def test_never_more_requests_at_once_than_declared() -> None:
    with ChatServer([play.drip("x", 0.001)]) as server:
        threads = [threading.Thread(target=_ask, args=(server.base_url, 4)) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(server.requests) == 12
        assert 1 < server.most_at_once <= 4


def _hold(folder: Path, ready: multiprocessing.synchronize.Event) -> None:
    with Slots("host", 1, 0, folder).turn(time.monotonic() + 60.0):
        ready.set()
        time.sleep(60.0)


def test_a_turn_of_another_process_counts_and_ends_with_it(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    ready = context.Event()
    holder = context.Process(target=_hold, args=(tmp_path, ready))
    holder.start()
    try:
        assert ready.wait(30.0)
        with pytest.raises(EndpointError, match="no turn"):
            Slots("host", 1, 0, tmp_path).turn(time.monotonic() + 0.05).__enter__()
        with Slots("other host", 1, 0, tmp_path).turn(time.monotonic() + 5.0):
            pass
    finally:
        holder.kill()
        holder.join()
    with Slots("host", 1, 0, tmp_path).turn(time.monotonic() + 5.0):
        pass


def test_a_rate_spaces_requests_and_gives_up_at_the_deadline(tmp_path: Path) -> None:
    slots = Slots("host", 2, 600.0, tmp_path)
    began = time.monotonic()
    for _ in range(3):
        with slots.turn(time.monotonic() + 10.0):
            pass
    assert time.monotonic() - began >= 0.2, "two pauses of a tenth of a second"
    slow = Slots("slow host", 2, 1.0, tmp_path)
    with slow.turn(time.monotonic() + 5.0):
        pass
    with pytest.raises(EndpointError, match="requests_per_minute"):
        slow.turn(time.monotonic() + 5.0).__enter__()


@pytest.mark.parametrize("per_minute", [0.0, 1.0])
def test_a_turn_that_nobody_wants_any_more_is_given_up(tmp_path: Path, per_minute: float) -> None:
    """Whether another request is waited for or the rate; the deadline is far away."""
    slots = Slots("host", 2 if per_minute else 1, per_minute, tmp_path)
    with slots.turn(time.monotonic() + 5.0):
        looks = iter([False] * 3)
        with pytest.raises(EndpointError, match="nobody wants"):
            slots.turn(time.monotonic() + 600.0, lambda: next(looks, True)).__enter__()
