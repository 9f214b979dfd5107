"""Policy ``mllm``: a multimodal language model behind an OpenAI-compatible endpoint."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from eyehand_core.decisions import Grammar, UseTool
from eyehand_core.decisions.json_object import MAX_CHARACTERS
from eyehand_core.observation import Observation, View

from eyehand_agent.conversation.conversation import Conversation
from eyehand_agent.demonstrations.summary import Summary
from eyehand_agent.endpoints.chat_client import ChatClient, Question
from eyehand_agent.endpoints.reasoning import without_reasoning
from eyehand_agent.endpoints.reply import Reply
from eyehand_agent.endpoints.rung import RUNGS
from eyehand_agent.endpoints.spending import Spending
from eyehand_agent.mllm_settings import MllmSettings
from eyehand_agent.policies.policy import POLICIES, PolicyContext, PolicyKind
from eyehand_agent.prompts.repair_text import repair_text
from eyehand_agent.prompts.turn_text import turn_heading, turn_text
from eyehand_agent.survey import Survey, survey
from eyehand_agent.tools import TOOLS, Memory

SETUP = "setup"
"""Purpose of the entry of the transcript that says how the model is asked in this episode."""

_PRIVATE = ("base_url", "api_key_env", "summaries", "memory")
"""Settings that say where things are on one machine, not how a model is asked."""


class MllmPolicy:
    """Asks a model for each decision.

    A request holds the system prompt, earlier turns as far as the limits allow, and the present
    turn with its images. A turn goes on after a mistake, with the mistake, and after a tool, with
    the tool's answer; the referee counts both.

    Args:
        settings: endpoint and conversation.
        context: kind and grammar, which say what may be written; and the transcript.

    Raises:
        ConfigError: the endpoint cannot be used like this, or not with so many views.
        EndpointError: the endpoint cannot be reached.
    """

    def __init__(self, settings: MllmSettings, context: PolicyContext) -> None:
        settings.check_views(context.views_per_turn)
        self._settings = settings
        self._client = ChatClient(
            settings.endpoint,
            context.transcript,
            context.prices,
            Spending(settings.spending),
            context.unwanted,
        )
        self._survey = survey(settings, self._client, context.views_per_turn)
        self._rung = RUNGS[self._survey.rung]
        system = context.rules()
        told = {key: value for key, value in context.settings.items() if key not in _PRIVATE}
        facts = _setup(self._survey, system, context.summary)
        self._client.note(SETUP, {**facts, "settings": told})
        limits = replace(settings.limits, images=self._survey.images)
        self._conversation = Conversation(system, limits, self._survey.takes_system)
        self._grammar = context.grammar
        self._view_words = context.view_words
        self._seen: dict[int, tuple[View, ...]] = {}
        self._observation: Observation | None = None
        self._answer = ""
        self._reply = Reply(text="")
        self._asked = self._repair = 0

    def decide(self, observation: Observation, error: str) -> str:
        """Return the model's text for this turn.

        Raises:
            EndpointError: the endpoint failed or refuses requests like this one; this says nothing
                about the model.
            ConfigError: the turn does not fit into a request.
            SpendingLimitError: the episode may spend no more.
        """
        tool = self._tool_of_turn(observation)
        if error:
            self._repair += 1
            self._conversation.go_on(self._answer, repair_text(error, self._reply))
        elif tool is not None:
            self._answer_tool(tool, observation)
        else:
            self._begin_turn(observation)
        self._observation = observation
        self._ask(self._offered(observation))
        return self._answer

    def _ask(self, grammar: Grammar) -> None:
        question = Question(
            index=self._asked,
            repair=self._repair,
            messages=self._conversation.messages(),
            fields=self._rung.fields(grammar),
        )
        reply = self._client.ask(question)
        self._asked += 1
        tokens = (reply.usage or {}).get("prompt_tokens")
        if isinstance(tokens, int):
            self._conversation.learn_from(tokens)
        text = without_reasoning(self._rung.text(reply))
        # Enough for the parser to see that it is too long.
        self._answer, self._reply = text[: MAX_CHARACTERS + 1], reply

    def _begin_turn(self, observation: Observation) -> None:
        last = self._observation
        if last is not None:
            self._conversation.end_turn(last.step, turn_heading(last), self._answer)
        views = tuple(map(self._shown, observation.views))
        text = turn_text(observation, self._settings.limits.executed_actions)
        self._conversation.begin_turn(text, views)
        self._seen[observation.step] = views
        self._repair = 0

    def _shown(self, view: View) -> View:
        """Return a view as it is sent: its picture as declared, words about it behind its name."""
        shown = self._settings.image_policy.apply(view)
        words = self._view_words.get(view.name)
        return replace(shown, name=f"{view.name} ({words})") if words else shown

    def _answer_tool(self, tool: UseTool, observation: Observation) -> None:
        earlier = {step: views for step, views in self._seen.items() if step < observation.step}
        given = TOOLS[tool.name](Memory(observation=observation, seen=earlier), tool.args)
        text = (
            f"Answer of {tool.name}: {given.text}\n"
            f"The turn goes on at step {observation.step} of {observation.budget}. "
            "Output exactly one JSON command."
        )
        self._conversation.go_on(self._answer, text, given.views, given.when)

    def _tool_of_turn(self, observation: Observation) -> UseTool | None:
        """Return the tool that the last answer of this very turn has used."""
        last = self._observation
        if last is None or last.step != observation.step:
            return None
        decision = self._offered(last).parse(self._answer)
        return decision if isinstance(decision, UseTool) else None

    def _offered(self, observation: Observation) -> Grammar:
        return self._grammar.restricted(observation.allowed_actions)


def _setup(found: Survey, system: str, summary: Summary | None) -> dict[str, object]:
    return {
        "rung": found.rung,
        "images": found.images,
        "prompt_sha256": _digest(system),
        "summary_author": summary.author if summary else "",
        "summary_sha256": _digest(summary.text) if summary else "",
        "capabilities": found.capabilities.to_json() if found.capabilities else None,
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _build(context: PolicyContext) -> MllmPolicy:
    return MllmPolicy(MllmSettings.from_mapping(context.settings), context)


POLICIES.add("mllm", PolicyKind(build=_build))
