"""The conversation with a model about one episode: turns, history, and what is left out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from eyehand_core.errors import ConfigError
from eyehand_core.observation import View

from eyehand_agent.conversation.limits import ConversationLimits
from eyehand_agent.conversation.said import Said
from eyehand_agent.endpoints.messages import Message, system_message

_TOO_MANY = "(images left out: a request may hold no more)"


@dataclass(frozen=True, kw_only=True)
class PastTurn:
    """A turn that the model has answered.

    Attributes:
        step: steps charged before it.
        heading: what is kept of its text.
        views: its images.
        answer: the answer that counted.
    """

    step: int
    heading: str
    views: tuple[View, ...]
    answer: str

    def said(self, limits: ConversationLimits, with_images: bool) -> tuple[Said, Said]:
        """Return both sides of the turn, shortened."""
        note = "" if with_images else " (images omitted)"
        return (
            Said(
                text=self.heading + note,
                views=self.views if with_images else (),
                when=f"of step {self.step}",
            ),
            Said(text=self.answer[: limits.history_characters], by_model=True),
        )


class Conversation:
    """Builds requests that stay within the limits, however long the episode is.

    When a request would pass a limit, the conversation is compacted for good: first to the newest
    turns, then to fewer images, then to fewer turns. The present turn is always whole.

    Args:
        system: system prompt.
        limits: budget of a request.
        takes_system: the endpoint takes a system message; else its text begins the first turn.
    """

    def __init__(self, system: str, limits: ConversationLimits, takes_system: bool = True) -> None:
        self._system = Said(text=system)
        self._limits = limits
        self._takes_system = takes_system
        self._past: list[PastTurn] = []
        self._turn: list[Said] = []
        self._forgotten = 0
        self._image_horizon = limits.history_images
        self._factor = 1.0
        self._estimate = 1

    @property
    def forgotten(self) -> int:
        """Earlier turns that are not sent along any more."""
        return max(self._forgotten, len(self._past) - self._limits.history_turns)

    def begin_turn(self, text: str, views: tuple[View, ...]) -> None:
        """Begin the next turn."""
        self._turn = [Said(text=text, views=views)]

    def go_on(self, answer: str, text: str, views: tuple[View, ...] = (), when: str = "") -> None:
        """Go on with the turn: the model's answer, and what is said to it."""
        self._turn.append(Said(text=answer[: self._limits.history_characters], by_model=True))
        self._turn.append(Said(text=text, views=views, when=when))

    def end_turn(self, step: int, heading: str, answer: str) -> None:
        """Keep the turn as an earlier one."""
        views = self._turn[0].views
        self._past.append(PastTurn(step=step, heading=heading, views=views, answer=answer))

    def messages(self) -> list[Message]:
        """Return the messages of the next request.

        Raises:
            ConfigError: the present turn alone passes a limit.
        """
        parts = self._parts()
        while problem := self._problem(parts):
            if not self._compact():
                raise ConfigError(problem)
            parts = self._parts()
        self._estimate = _tokens(parts)
        head, *rest = parts
        if self._takes_system:
            return [system_message(head.text), *(part.message() for part in rest)]
        first = replace(rest[0], text=f"{head.text}\n\n{rest[0].text}")
        return [part.message() for part in (first, *rest[1:])]

    def learn_from(self, prompt_tokens: int) -> None:
        """Correct later estimates by the tokens that the endpoint counted for the last request."""
        self._factor = max(self._factor, prompt_tokens / max(1, self._estimate))

    def _parts(self) -> list[Said]:
        present = self._present()
        room = self._limits.images - sum(len(part.views) for part in present)
        horizon = min(self._image_horizon, room)
        history: list[Said] = []
        for turn in reversed(self._past[self.forgotten :]):
            shows = bool(turn.views) and len(turn.views) <= horizon
            horizon = horizon - len(turn.views) if shows else 0
            history[:0] = turn.said(self._limits, shows)
        if self.forgotten:
            note = f"({self.forgotten} earlier turns are left out; executed actions are listed)\n"
            target = history if history else present
            target[0] = replace(target[0], text=note + target[0].text)
        return [self._system, *history, *present]

    def _present(self) -> list[Said]:
        """Return the present turn; of images shown again only the newest that there is room for."""
        room = self._limits.images - len(self._turn[0].views)
        parts: list[Said] = []
        for part in reversed(self._turn[1:]):
            if len(part.views) > room:
                part = replace(part, views=(), text=f"{part.text}\n{_TOO_MANY}")  # noqa: PLW2901
            room -= len(part.views)
            parts.insert(0, part)
        return [self._turn[0], *parts]

    def _problem(self, parts: Sequence[Said]) -> str:
        tokens = int(_tokens(parts) * self._factor)
        if tokens > self._limits.tokens:
            return (
                f"a turn takes about {tokens} tokens, more than compact_at of context_tokens "
                f"({self._limits.tokens}); raise context_tokens if the model has more, or lower "
                "images or image_width"
            )
        size = sum(part.bytes for part in parts)
        if size > self._limits.request_bytes:
            return (
                f"a turn takes {size} bytes, more than request_bytes "
                f"{self._limits.request_bytes}; lower images, image_width or jpeg_quality"
            )
        return ""

    def _compact(self) -> bool:
        """Leave out the next thing; False if nothing is left to leave out."""
        kept = len(self._past) - self.forgotten
        if kept > self._limits.compact_turns:
            self._forgotten = len(self._past) - self._limits.compact_turns
        elif self._image_horizon:
            self._image_horizon -= 1
        elif kept:
            self._forgotten = self.forgotten + 1
        else:
            return False
        return True


def _tokens(parts: Sequence[Said]) -> int:
    return sum(part.tokens for part in parts)
