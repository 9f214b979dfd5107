"""The end of a record is waited for, but not the end of what never ends."""

from __future__ import annotations

import pytest
from eyehand_bench.record.silence import QUIET_S, Silence
from eyehand_bench.record.topics import RECORDED_TOPICS, RecordedTopic

TOPICS = {topic.name: topic for topic in RECORDED_TOPICS}


def quiet_after(topic: RecordedTopic, every: float, until: float) -> bool:
    """Tell whether silence is reached although a topic has messages all the time."""
    silence, now = Silence(0.0), 0.0
    while now < until:
        now += every
        silence.hear(topic, now)
    return silence.reached(now + every / 2)


@pytest.mark.parametrize("topic", RECORDED_TOPICS, ids=lambda topic: topic.name)
def test_every_message_but_those_that_come_all_the_time_is_news(topic: RecordedTopic) -> None:
    assert quiet_after(topic, QUIET_S / 4, 10.0) == (topic.name == "/diagnostics")


def test_silence_begins_with_the_last_news() -> None:
    silence = Silence(5.0)
    assert not silence.reached(5.0)
    silence.hear(TOPICS["episode"], 5.2)
    silence.hear(TOPICS["/diagnostics"], 5.4)
    assert not silence.reached(5.2 + 0.9 * QUIET_S)
    assert silence.reached(5.2 + 1.1 * QUIET_S)
