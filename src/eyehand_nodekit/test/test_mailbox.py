"""Waiting for the newest item, with a deadline."""

from __future__ import annotations

import threading

import pytest
from eyehand_core.errors import StackError
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.mailbox import Mailbox


def test_waiter_gets_the_item_that_suits() -> None:
    box: Mailbox[int] = Mailbox("numbers")
    box.put(1)
    threading.Timer(0.02, lambda: box.put(5)).start()
    assert box.wait_for(lambda item: item > 3, Deadline(5.0)) == 5


def test_deadline_names_what_is_missing() -> None:
    box: Mailbox[int] = Mailbox("joint_states")
    with pytest.raises(StackError, match=r"'joint_states' within 0\.01 s \(nothing arrived\)"):
        box.wait_for(lambda item: True, Deadline(0.01))
    box.put(1)
    with pytest.raises(StackError, match="only older ones arrived"):
        box.wait_for(lambda item: item > 1, Deadline(0.01))


def test_a_process_that_is_being_stopped_waits_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopping = threading.Event()
    monkeypatch.setattr("eyehand_nodekit.stopping.STOPPING", stopping)
    box: Mailbox[int] = Mailbox("numbers")
    threading.Timer(0.02, stopping.set).start()
    with pytest.raises(StackError, match="no fitting message"):
        box.wait_for(lambda item: True, Deadline(3600.0))


def test_negative_deadline_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        Deadline(-1.0)
    assert Deadline(0.0).expired
