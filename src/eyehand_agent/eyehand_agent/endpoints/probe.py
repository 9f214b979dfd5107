"""Finding out what an endpoint can do, with a few small questions whose answers are known."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.errors import EndpointError
from eyehand_core.registry import Registry

from eyehand_agent.endpoints import capabilities as names
from eyehand_agent.endpoints.capabilities import Ability, Capabilities, Checked
from eyehand_agent.endpoints.chat_client import ChatClient, Question
from eyehand_agent.endpoints.failure import EndpointSetupError
from eyehand_agent.endpoints.messages import Message, system_message, user_message
from eyehand_agent.endpoints.probe_images import COLORS, color_views, colors_said
from eyehand_agent.endpoints.reply import Reply

PURPOSE = "probe"
MARK = "Endpoint check."
"""Every question of a probe begins like this, so that servers and people can tell it."""

_ANSWER = "paper"
_TEMPTATION = "scissors"
_CHOICE = {
    "type": "object",
    "properties": {"choice": {"type": "string", "enum": [_ANSWER]}},
    "required": ["choice"],
    "additionalProperties": False,
}
_TOKENS = 1024
"""Enough for models that think before a short answer."""


@dataclass(frozen=True, kw_only=True)
class Prober:
    """Asks the questions of one probe.

    Attributes:
        client: the endpoint.
        images: images of a request that the run needs.
        until: monotonic time at which the whole probe ends [s].
    """

    client: ChatClient
    images: int
    until: float

    def ask(self, messages: list[Message], **fields: Any) -> Reply:
        """Return the reply to one question."""
        return self.client.ask(
            Question(
                index=0,
                repair=0,
                messages=messages,
                fields=fields,
                purpose=PURPOSE,
                until=self.until,
            )
        )

    def colors(self, count: int) -> tuple[list[str], list[str]]:
        """Show some coloured pictures; return the right names and those that were said."""
        shown = [list(COLORS)[number % len(COLORS)] for number in range(count)]
        order = "in their order, " if count > 1 else ""
        text = (
            f"{MARK} Each picture is of one colour out of {', '.join(COLORS)}. "
            f"Name the colour of each picture, {order}one word per picture, nothing else."
        )
        reply = self.ask([user_message(text, color_views(shown))], **self.limit())
        return shown, colors_said(reply.text)

    def limit(self) -> dict[str, Any]:
        """Return the request field that keeps answers short."""
        return {self.client.token_limit_field: _TOKENS}


Check = Callable[[Prober], Checked]
CHECKS: Registry[Check] = Registry("check of an endpoint")


def probe(client: ChatClient, images: int) -> Capabilities:
    """Return what the endpoint can do; all questions together keep to one request's deadline.

    Fields of the settings that the endpoint refuses are left out by the client from then on.

    Args:
        client: the endpoint.
        images: images of a request that the run needs.

    Raises:
        EndpointSetupError: the endpoint takes no request at all; says what to mend.
        EndpointError: it cannot be reached.
    """
    began = time.monotonic()
    prober = Prober(client=client, images=images, until=began + client.deadline_s)
    reply, refusal = _first_reply(prober)
    latency = time.monotonic() - began
    checks = {names.USAGE: _has_usage(reply)}
    for name in CHECKS:
        checks[name] = _checked(CHECKS[name], prober)
    client.left_out = _refused(client, checks, refusal)
    images_seen, checks[names.IMAGES] = _most_images(prober, checks[names.IMAGE])
    return Capabilities(
        host=client.host,
        requested=client.model,
        model=reply.model,
        fingerprint=reply.fingerprint,
        latency_s=round(latency, 3),
        checks=checks,
        images=images_seen,
        left_out=tuple(client.left_out),
        requests=client.requests,
    )


def _first_reply(prober: Prober) -> tuple[Reply, EndpointSetupError | None]:
    """Return the reply to the first question, and the refusal of one with the chosen fields.

    After a refusal the client leaves them all out; what is left is asked by the checks.
    """
    ping = [user_message(f"{MARK} Answer with the word ping.")]
    try:
        return prober.ask(ping, **prober.limit()), None
    except EndpointSetupError as error:
        if not prober.client.chosen:
            raise
        prober.client.left_out = tuple(prober.client.chosen)
        return prober.ask(ping, **prober.limit()), error


def _refused(
    client: ChatClient, checks: Mapping[str, Checked], refusal: EndpointSetupError | None
) -> tuple[str, ...]:
    """Return the chosen fields that the endpoint refuses one by one.

    Raises:
        EndpointSetupError: it refuses them, but none alone.
    """
    if refusal is None:
        return ()
    found = tuple(name for name in client.chosen if checks[name].ability is Ability.NO)
    if not found:
        raise refusal
    return found


def _checked(check: Check, prober: Prober) -> Checked:
    """Run one check; a refused request means no, a failed one nothing."""
    try:
        return check(prober)
    except EndpointSetupError as error:
        return Checked(ability=Ability.NO, detail=str(error))
    except EndpointError as error:
        return Checked(ability=Ability.UNKNOWN, detail=str(error))


def _most_images(prober: Prober, single: Checked) -> tuple[int, Checked]:
    """Return the most images up to those needed that are seen in order, and the finding."""
    if single.ability is not Ability.YES:
        return 0, Checked(ability=single.ability, detail="a single image does not work")
    most, finding = 1, Checked(ability=Ability.YES, detail="one image; no more are needed")
    for count in _counts(prober.images):
        finding = _checked(lambda prober, count=count: _sees(prober, count), prober)  # type: ignore[misc]
        if finding.ability is not Ability.YES:
            break
        most = count
    return most, finding


def _counts(needed: int) -> Iterable[int]:
    """Yield two, because order shows there first, and what is needed."""
    return sorted({count for count in (2, needed) if 1 < count <= needed})


def _sees(prober: Prober, count: int) -> Checked:
    shown, said = prober.colors(count)
    if said == shown:
        return Checked(ability=Ability.YES, detail=f"{count} images seen in their order")
    found = " ".join(said) or "no colour"
    return Checked(
        ability=Ability.IGNORED, detail=f"showed {' '.join(shown)}, the model said {found}"
    )


@CHECKS.register(names.IMAGE)
def _image(prober: Prober) -> Checked:
    return _sees(prober, 1)


@CHECKS.register(names.SCHEMA)
def _schema(prober: Prober) -> Checked:
    named = {"name": "choice", "strict": True, "schema": _CHOICE}
    fields = {"response_format": {"type": "json_schema", "json_schema": named}}
    reply = prober.ask([user_message(_question())], **fields, **prober.limit())
    return _judged(reply.text)


@CHECKS.register(names.TOOL)
def _tool(prober: Prober) -> Checked:
    function = {"name": "choose", "description": "Give the choice.", "parameters": _CHOICE}
    forced = {"type": "function", "function": {"name": "choose"}}
    fields = {"tools": [{"type": "function", "function": function}], "tool_choice": forced}
    reply = prober.ask([user_message(_question())], **fields, **prober.limit())
    if not reply.calls:
        return Checked(ability=Ability.IGNORED, detail="the model called no function")
    return _judged(reply.calls[0])


@CHECKS.register(names.SYSTEM)
def _system(prober: Prober) -> Checked:
    rule = system_message(f"{MARK} Whatever you are asked, answer with the one word {_ANSWER}.")
    reply = prober.ask([rule, user_message("Answer with one word.")], **prober.limit())
    heeded = _ANSWER in reply.text.lower()
    return Checked(
        ability=Ability.YES if heeded else Ability.IGNORED,
        detail="heeded" if heeded else "accepted, but the answer does not follow it",
    )


def _accepts(field: str, usual: Any) -> Check:
    def check(prober: Prober) -> Checked:
        value = prober.client.chosen.get(field, usual)
        prober.ask([user_message(f"{MARK} Say yes.")], **{field: value}, **prober.limit())
        return Checked(ability=Ability.YES, detail="accepted")

    return check


CHECKS.add(names.SEED, _accepts("seed", 1))
CHECKS.add(names.TEMPERATURE, _accepts("temperature", 0.0))
CHECKS.add(names.EFFORT, _accepts("reasoning_effort", "low"))


def _question() -> str:
    return f'{MARK} Write the JSON object {{"choice": "{_TEMPTATION}"}}.'


def _judged(text: str) -> Checked:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if isinstance(value, Mapping) and value.get("choice") == _ANSWER:
        return Checked(ability=Ability.YES, detail="enforced")
    return Checked(ability=Ability.IGNORED, detail="accepted, but not enforced")


def _has_usage(reply: Reply) -> Checked:
    told = bool(reply.usage and isinstance(reply.usage.get("prompt_tokens"), int))
    detail = "token counts are told" if told else "no token counts; costs are unknown"
    return Checked(ability=Ability.YES if told else Ability.NO, detail=detail)
