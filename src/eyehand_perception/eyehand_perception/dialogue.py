"""Questions to the person at the cell, and their answers.

One question is open at a time. Questions and answers are JSON, so that any program can put them to
a person, and both are recorded.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from eyehand_core.errors import StackError
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.stopping import changes_before

YES, NO = "yes", "no"
DONE, GIVE_UP = "done", "give up"


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked.

    Attributes:
        id: identifies the question; empty when none is open.
        kind: ``placing`` or ``verdict``.
        text: for people.
        answers: words allowed.
        context: facts for programs, for example task and seed.
    """

    id: str = ""
    kind: str = ""
    text: str = ""
    answers: tuple[str, ...] = ()
    context: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return the question as it is published."""
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Question:
        """Read a question.

        Raises:
            ValueError: the text is no question.
        """
        fields = json.loads(text)
        if not isinstance(fields, dict) or set(fields) != {*asdict(Question())}:
            raise ValueError(f"not a question: {text[:200]!r}")
        return Question(**{**fields, "answers": tuple(fields["answers"])})


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What was answered.

    Attributes:
        id: of the question.
        answer: one of its words.
        by: who answered.
    """

    id: str
    answer: str
    by: str

    def to_json(self) -> str:
        """Return the answer as it is published."""
        return json.dumps(asdict(self), sort_keys=True)


class Dialogue:
    """Asks one question after the other.

    Args:
        publish: shows a question, or the empty one when none is open.
    """

    def __init__(self, publish: Callable[[Question], None]) -> None:
        self._publish = publish
        self._count = 0
        self._open = Question()
        self._answer: Answer | None = None
        self._changed = threading.Condition()
        self._closed = False
        self._asking = threading.Lock()

    @property
    def open(self) -> Question:
        """The question that waits for an answer; the empty one if there is none."""
        return self._open

    def close(self) -> None:
        """Let whoever waits for an answer go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def take(self, text: str) -> str | None:
        """Take an answer; return what is wrong with it, None if it was accepted."""
        try:
            answer = Answer(**json.loads(text))
        except (TypeError, ValueError):
            return f"not an answer: {text[:200]!r}; expected id, answer and by as JSON"
        with self._changed:
            if not self._open.id or answer.id != self._open.id:
                return f"question {answer.id!r} is not open; open: {self._open.id or 'none'}"
            if answer.answer not in self._open.answers:
                allowed = ", ".join(self._open.answers)
                return f"answer {answer.answer!r} is not possible; allowed: {allowed}"
            if not str(answer.by).strip():
                return "an answer needs the name of the person in 'by'"
            self._answer = answer
            self._changed.notify_all()
        return None

    def ask(
        self,
        kind: str,
        text: str,
        answers: tuple[str, ...],
        context: dict[str, Any],
        deadline: Deadline,
    ) -> Answer:
        """Put a question and wait for its answer.

        Raises:
            StackError: nobody answered in time, or the node is being stopped.
        """
        with self._asking:
            self._count += 1
            question = Question(
                id=f"{kind}-{self._count}", kind=kind, text=text, answers=answers, context=context
            )
            with self._changed:
                self._open, self._answer = question, None
            self._publish(question)
            try:
                return self._wait(question, deadline)
            finally:
                with self._changed:
                    self._open = Question()
                self._publish(Question())

    def _wait(self, question: Question, deadline: Deadline) -> Answer:
        with self._changed:
            while self._answer is None:
                if self._closed:
                    raise StackError(f"question {question.id!r} was withdrawn: the node is stopped")
                if not changes_before(deadline, self._changed):
                    raise StackError(
                        f"nobody answered {question.id!r} within {deadline.seconds:g} s "
                        f"({question.text}); is the operator's console running?"
                    )
            return self._answer
