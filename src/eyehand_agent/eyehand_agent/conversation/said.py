"""One thing that was said in a conversation."""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.observation import View

from eyehand_agent.endpoints.messages import Message, assistant_message, user_message
from eyehand_agent.endpoints.token_size import image_bytes, image_tokens, text_tokens


@dataclass(frozen=True, kw_only=True)
class Said:
    """A text of one side, with its images.

    Attributes:
        text: what was said.
        views: images that go with it; the model sends none.
        by_model: the model said it.
        when: words behind the name of each view, for example ``of step 3``.
    """

    text: str
    views: tuple[View, ...] = ()
    by_model: bool = False
    when: str = ""

    def message(self) -> Message:
        """Return the message."""
        if self.by_model:
            return assistant_message(self.text)
        return user_message(self.text, self.views, self.when)

    @property
    def tokens(self) -> int:
        """Estimated tokens."""
        return text_tokens(self.text) + sum(image_tokens(view.jpeg) for view in self.views)

    @property
    def bytes(self) -> int:
        """Bytes in a request."""
        return len(self.text.encode()) + sum(image_bytes(view.jpeg) for view in self.views)
