"""Policy ``mllm``: a multimodal language model behind an OpenAI-compatible chat endpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.decisions.json_object import MAX_CHARACTERS
from eyehand_core.observation import Observation

from eyehand_agent.endpoints.chat_client import ChatClient, Question
from eyehand_agent.endpoints.messages import (
    Message,
    assistant_message,
    system_message,
    user_message,
)
from eyehand_agent.endpoints.structured_output import response_format, unwrapped
from eyehand_agent.mllm_settings import MllmSettings
from eyehand_agent.policies.policy import POLICIES, PolicyContext, PolicyKind
from eyehand_agent.prompts.system_prompt import system_prompt
from eyehand_agent.prompts.turn_text import turn_text


@dataclass(frozen=True, kw_only=True)
class _PastTurn:
    """A turn that the model has answered: its text without images, and the answer."""

    text: str
    answer: str


class MllmPolicy:
    """Asks a model for each decision.

    A request holds the system prompt, the last turns in short, and the present turn with its
    images. After an inadmissible answer the conversation of the turn goes on with the
    answer and the mistake; the images stay those of the turn.

    Args:
        settings: endpoint and conversation.
        context: kind and grammar, which say what may be written; and the transcript.

    Raises:
        ConfigError: the endpoint cannot be used like this, or not with so many views.
    """

    def __init__(self, settings: MllmSettings, context: PolicyContext) -> None:
        settings.check_views(context.views_per_turn)
        self._settings = settings
        self._client = ChatClient(settings.endpoint, context.transcript)
        self._system = system_message(system_prompt(context.kind, context.grammar))
        self._narrowed: Callable[[tuple[str, ...]], Any] = context.grammar.restricted
        self._past: list[_PastTurn] = []
        self._turn: list[Message] = []
        self._heading = ""
        self._answer = ""
        self._asked = 0
        self._repair = 0

    def decide(self, observation: Observation, error: str) -> str:
        """Return the model's text for this turn.

        Raises:
            EndpointError: the endpoint failed or refuses requests like this one; this says nothing
                about the model.
        """
        if error:
            self._continue_turn(error)
        else:
            self._begin_turn(observation)
        reply = self._client.ask(
            Question(
                index=self._asked,
                repair=self._repair,
                messages=[self._system, *self._history(), *self._turn],
                response_format=self._response_format(observation),
            )
        )
        self._asked += 1
        text = unwrapped(reply.text) if self._settings.structured else reply.text
        self._answer = text[
            : MAX_CHARACTERS + 1
        ]  # enough for the parser to see that it is too long
        return self._answer

    def _begin_turn(self, observation: Observation) -> None:
        if self._turn:
            self._past.append(_PastTurn(text=self._heading, answer=self._answer))
        self._turn = [user_message(turn_text(observation), observation.views)]
        self._heading = _heading(observation)
        self._repair = 0

    def _continue_turn(self, error: str) -> None:
        self._repair += 1
        self._turn.append(assistant_message(self._answer))
        self._turn.append(
            user_message(
                f"This answer cannot be carried out: {error}\n"
                "Answer this turn again with exactly one corrected JSON object."
            )
        )

    def _history(self) -> list[Message]:
        turns = self._past[-self._settings.history_turns :] if self._settings.history_turns else []
        messages: list[Message] = []
        for turn in turns:
            messages.append(user_message(turn.text))
            messages.append(assistant_message(turn.answer[: self._settings.history_characters]))
        return messages

    def _response_format(self, observation: Observation) -> Mapping[str, Any] | None:
        if not self._settings.structured:
            return None
        return response_format(self._narrowed(observation.allowed_actions))


def _heading(observation: Observation) -> str:
    """Return what is kept of a turn once it is over."""
    feedback = observation.feedback
    lines = [
        f"Step {observation.step} of {observation.budget} (image of this step omitted)",
        f"last_action_valid: {str(feedback.action_valid).lower()}, "
        f"last_planner_success: {str(feedback.plan_success).lower()}",
    ]
    return "\n".join([*lines, feedback.text] if feedback.text else lines)


def _build(context: PolicyContext) -> MllmPolicy:
    return MllmPolicy(MllmSettings.from_mapping(context.settings), context)


POLICIES.add("mllm", PolicyKind(build=_build))
