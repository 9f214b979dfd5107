"""Policy ``human``: a person plays the same protocol in a local web page."""

from __future__ import annotations

import sys

from eyehand_core.decisions import UseTool
from eyehand_core.observation import Observation, View

from eyehand_agent.human.page_server import PageServer
from eyehand_agent.human.turn_page import Told, turn_content
from eyehand_agent.policies.policy import POLICIES, PolicyContext, PolicyKind
from eyehand_agent.tools import TOOLS, Memory


class HumanPolicy:
    """Shows each turn in a browser and gives what the person decides.

    The page shows what a model is told, no more: images, proprioception, feedback, and what may be
    decided.

    Args:
        context: grammar and settings: ``port`` and ``answer_timeout_s``.

    Raises:
        ConfigError: the port is taken.
    """

    def __init__(self, context: PolicyContext) -> None:
        self._grammar = context.grammar
        self._view_words = context.view_words
        self._rules = context.rules()
        self._timeout = float(context.settings["answer_timeout_s"])
        self._server = PageServer(int(context.settings["port"]), context.unwanted)
        self._seen: dict[int, tuple[View, ...]] = {}
        self._turn = 0
        self._answer = ""
        self._last_step = -1
        print(f"your turn: open {self._server.url}", file=sys.stderr, flush=True)

    @property
    def url(self) -> str:
        """Address of the page."""
        return self._server.url

    def decide(self, observation: Observation, error: str) -> str:
        """Return the JSON that the person's form makes.

        Raises:
            StackError: the person did not answer in time.
        """
        offered = self._grammar.restricted(observation.allowed_actions)
        told = Told(text=error, is_mistake=bool(error))
        if not error and observation.step == self._last_step:
            told = self._tool_answer(observation)
        self._last_step, self._turn = observation.step, self._turn + 1
        self._seen[observation.step] = observation.views
        content = turn_content(
            self._turn, observation, offered, told, self._rules, self._view_words
        )
        images = [view.jpeg for view in (*observation.views, *told.views)]
        self._answer = self._server.ask(self._turn, content, images, self._timeout)
        return self._answer

    def close(self) -> None:
        """Stop the page."""
        self._server.close()

    def _tool_answer(self, observation: Observation) -> Told:
        decision = self._grammar.parse(self._answer)
        if not isinstance(decision, UseTool):
            return Told()
        earlier = {step: views for step, views in self._seen.items() if step < observation.step}
        answer = TOOLS[decision.name](Memory(observation=observation, seen=earlier), decision.args)
        return Told(text=answer.text, views=answer.views)


POLICIES.add("human", PolicyKind(build=HumanPolicy, close=HumanPolicy.close))
