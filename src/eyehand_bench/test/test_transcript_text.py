"""The transcript of a bag as text, whatever is in it, and what it has cost."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from eyehand_bench.record import topics
from eyehand_bench.record.exchange import ExchangeTotals
from eyehand_bench.record.transcript_text import read_exchanges, transcript_text
from eyehand_core.errors import RecordError

sys.path.insert(0, str(Path(__file__).parent))
from episode_bags import EpisodeBag

SYSTEM = {"role": "system", "content": "the rules"}
IMAGE = {"type": "image", "sha256": "ab" * 32, "bytes": 123}
TURN = {"role": "user", "content": [{"type": "text", "text": "View top:"}, IMAGE]}


def answered(text: str, **changes: Any) -> dict[str, Any]:
    body = json.dumps({"choices": [{"message": {"content": text, "tool_calls": None}}]})
    return {"model": "m", "finish_reason": "stop", "body": body, **changes}


def add(bag: EpisodeBag, request: Any, response: Any, **fields: Any) -> None:
    bag.add(topics.TRANSCRIPT, request=json.dumps(request), response=json.dumps(response), **fields)


def filled(folder: Path) -> Path:
    bag = EpisodeBag(folder / "bag")
    checks = {"image": {"ability": "yes", "detail": "seen"}}
    add(
        bag,
        {"host": "h:1", "purpose": "setup"},
        {"rung": "tool", "capabilities": {"checks": checks}},
    )
    asked = {"host": "h:1", "purpose": "decision", "messages": [SYSTEM, TURN]}
    add(bag, asked, {}, error="infrastructure: no connection")
    price = {"amount": 0.25, "currency": "EUR", "price": "m"}
    usage = {"prompt_tokens": 7, "completion_tokens": 2}
    add(bag, asked, answered("I would go down", cost=price, usage=usage), attempt=1)
    said = {"role": "assistant", "content": "I would go down"}
    told = {"role": "user", "content": "found no JSON object"}
    again = {**asked, "messages": [SYSTEM, TURN, said, told]}
    add(bag, again, answered('{"stop": true}'), index=1, repair=1)
    bag.add(topics.TRANSCRIPT, request="no json", response="[1]", index=2)
    bag.close()
    return folder / "bag"


def test_everything_is_said_once(tmp_path: Path) -> None:
    text = transcript_text(read_exchanges(filled(tmp_path)))
    assert text.count("the rules") == 1
    assert "[image abababababab, 123 bytes]" in text
    assert "image: yes (seen)" in text
    assert "--- failed: infrastructure: no connection" in text
    assert text.index("decision 0 · attempt 2") < text.index("decision 1 · repair 1")
    assert "7 prompt_tokens · 2 completion_tokens" in text
    assert text.index("found no JSON object") < text.index('{"stop": true}')
    assert "decision 2" in text


def test_what_it_cost(tmp_path: Path) -> None:
    totals = ExchangeTotals()
    for exchange in read_exchanges(filled(tmp_path)):
        totals.add(exchange)
    assert totals.cost() == {"known": {"EUR": 0.25}, "requests_without_price": 1}
    assert totals.tokens == {"requests": 4, "prompt_tokens": 7, "completion_tokens": 2}
    assert totals.repairs == 1
    assert totals.endpoint["rung"] == "tool"


def test_answers_in_the_responses_form_and_counts_that_were_estimated(tmp_path: Path) -> None:
    bag = EpisodeBag(tmp_path / "bag")
    output = [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "a thought"}]},
        {"type": "message", "content": [{"type": "refusal", "refusal": "I will not"}]},
        {"type": "function_call", "arguments": '{"stop": true}'},
    ]
    response = {"body": json.dumps({"output": output}), "usage": None}
    estimated = {"prompt_tokens": 11, "completion_tokens": 3}
    add(bag, {"purpose": "decision"}, {**response, "estimated_usage": estimated})
    bag.close()
    (exchange,) = read_exchanges(tmp_path / "bag")
    text = transcript_text([exchange])
    assert [line in text for line in ("a thought", "I will not", '{"stop": true}')] == [True] * 3
    totals = ExchangeTotals()
    totals.add(exchange)
    assert totals.tokens == {
        "requests": 1,
        "estimated_prompt_tokens": 11,
        "estimated_completion_tokens": 3,
    }


def test_a_record_without_model_has_none(tmp_path: Path) -> None:
    bag = EpisodeBag(tmp_path / "bag")
    bag.add_samples(range(2))
    bag.close()
    with pytest.raises(RecordError, match="no transcript"):
        read_exchanges(tmp_path / "bag")


def test_damage_is_told_before_a_model_is_missed(tmp_path: Path) -> None:
    bag = EpisodeBag(tmp_path / "bag")
    bag.close()
    (file,) = (tmp_path / "bag").glob("*.mcap")
    file.write_bytes(file.read_bytes()[:40])
    with pytest.raises(RecordError, match=r"no transcript in what can be read \(.*not finished"):
        read_exchanges(tmp_path / "bag")
