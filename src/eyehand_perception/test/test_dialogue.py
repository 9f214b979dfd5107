"""Questions wait for the right answer, and for nothing else."""

from __future__ import annotations

import json
import threading

import pytest
from eyehand_core.errors import StackError
from eyehand_nodekit.deadline import Deadline
from eyehand_perception.dialogue import NO, YES, Answer, Dialogue, Question
from hypothesis import given
from hypothesis import strategies as st


def ask(dialogue: Dialogue, seconds: float = 5.0) -> Answer:
    return dialogue.ask("verdict", "Is it so?", (YES, NO), {"term": "x"}, Deadline(seconds))


def test_an_answer_reaches_whoever_asked() -> None:
    shown: list[Question] = []
    dialogue = Dialogue(shown.append)
    answers: list[Answer] = []
    thread = threading.Thread(target=lambda: answers.append(ask(dialogue)))
    thread.start()
    while not dialogue.open.id:
        pass
    question = Question.from_json(dialogue.open.to_json())
    for wrong in (
        "no json",
        "[]",
        '{"id": "other", "answer": "yes", "by": "me"}',
        json.dumps({"id": question.id, "answer": "maybe", "by": "me"}),
        json.dumps({"id": question.id, "answer": "yes", "by": " "}),
    ):
        assert dialogue.take(wrong), wrong
    assert dialogue.take(Answer(id=question.id, answer=YES, by="me").to_json()) is None
    thread.join(5.0)
    assert [(a.answer, a.by) for a in answers] == [(YES, "me")]
    assert [q.id for q in shown] == [question.id, ""]


def test_silence_is_an_error_that_names_the_question() -> None:
    with pytest.raises(StackError, match="Is it so"):
        ask(Dialogue(lambda question: None), 0.05)


def test_a_closed_dialogue_lets_go() -> None:
    dialogue = Dialogue(lambda question: None)
    threading.Timer(0.1, dialogue.close).start()
    with pytest.raises(StackError, match="withdrawn"):
        ask(dialogue)


@given(st.text())
def test_no_text_is_taken_without_a_question(text: str) -> None:
    assert Dialogue(lambda question: None).take(text)
