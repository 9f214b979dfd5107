"""What a conversation may take up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ConversationLimits:
    """Budget of one request.

    Attributes:
        images: most images of a request.
        history_turns: most earlier turns that are sent along.
        history_images: newest earlier images that are sent along with their turns.
        history_characters: longest part of an earlier answer.
        executed_actions: newest executed actions that a turn lists.
        context_tokens: context window of the model.
        compact_at: share of the window at which the conversation is compacted.
        compact_turns: earlier turns that a compaction keeps.
        request_bytes: largest request.
    """

    images: int
    history_turns: int
    history_images: int
    history_characters: int
    executed_actions: int
    context_tokens: int
    compact_at: float
    compact_turns: int
    request_bytes: int

    @property
    def tokens(self) -> int:
        """Tokens of a request at which the conversation is compacted."""
        return int(self.context_tokens * self.compact_at)
