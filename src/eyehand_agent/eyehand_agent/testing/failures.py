"""Every way in which an endpoint or a model is known to fail, and how an episode ends then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eyehand_core.episode.ending import Ending

from eyehand_agent.testing import chat_behaviors as play
from eyehand_agent.testing.chat_behaviors import Script

MOVE = (
    '{"action": "gripper.move_world", "axis": "z", "sign": "-", "distance_mm": 9, '
    '"reason": "a little lower"}'
)
STOP = '{"stop": true, "reason": "enough"}'


@dataclass(frozen=True, kw_only=True)
class FailureCase:
    """One way of failing.

    Attributes:
        script: what the endpoint does; the last of it for ever.
        ending: how an episode ends.
        says: words in the record: in the reason of the ending, or in the transcript.
    """

    script: Sequence[Script]
    ending: Ending
    says: str


def _endpoint(behavior: Script, says: str) -> FailureCase:
    """Return a failure of the endpoint that does not pass."""
    return FailureCase(script=[MOVE, behavior], ending=Ending.INFRASTRUCTURE_ERROR, says=says)


def _passing(behavior: Script, says: str) -> FailureCase:
    """Return a failure of the endpoint after which it answers again."""
    return FailureCase(script=[MOVE, behavior, STOP], ending=Ending.MODEL_STOP, says=says)


def _model(behavior: Script, says: str) -> FailureCase:
    """Return what a model does wrong again and again."""
    return FailureCase(script=[MOVE, behavior], ending=Ending.DECISION_EXHAUSTED, says=says)


def _mended(behavior: Script, says: str) -> FailureCase:
    """Return what a model does wrong once."""
    return FailureCase(script=[behavior, MOVE, STOP], ending=Ending.MODEL_STOP, says=says)


_LATER = play.error(429, "later", headers={"retry-after": "0.05"})
_NEVER = play.error(429, "later", headers={"retry-after": "3600"})

FAILURES = {
    "hangs": _endpoint(play.hang(), "no complete answer within"),
    "drips": _endpoint(play.drip("x" * 10_000, 0.1), "no complete answer within"),
    "drops the connection": _endpoint(play.drop(), "no connection"),
    "status 500": _endpoint(play.error(500, "broken"), "status 500"),
    "status 503, then works": _passing(play.error(503, "overloaded"), "status 503"),
    "status 408, then works": _passing(play.error(408, "slow"), "status 408"),
    "status 409, then works": _passing(play.error(409, "conflict"), "status 409"),
    "status 429 with a short wait": _passing(_LATER, "status 429"),
    "status 429 with an hour's wait": _endpoint(_NEVER, "3600 s"),
    "quota used up": _endpoint(play.error(429, "pay", code="insufficient_quota"), "credit"),
    "error body with status 200": _endpoint(play.error_with_success_status("no"), "is an error"),
    "web page with status 200": _endpoint(play.html(), "not a JSON object"),
    "half a body, then works": _passing(play.half_json(), "not a JSON object"),
    "no choice": _endpoint(play.empty_choices(), "no choice"),
    "key refused": _endpoint(play.error(401, "bad key"), "api_key_env"),
    "model unknown": _endpoint(play.error(404, "no such model"), "model id"),
    "pictures refused": _endpoint(play.error(400, "at most 1 image"), "takes images"),
    "request too large": _endpoint(play.error(413, "too large"), "smaller images"),
    "prose": _model("I would go down a little.", "no JSON object"),
    "two objects": _mended(f"{MOVE} or {MOVE}", "2 JSON objects"),
    "trailing comma": _mended(MOVE.replace("}", ",}"), "not valid JSON"),
    "number in quotes": _mended(MOVE.replace("9", '"9"'), "without quotes"),
    "unknown action": _model('{"action": "fly", "reason": "r"}', "unknown action"),
    "refusal": _model(play.refusal("I can't help with robots."), "no JSON object"),
    "empty": _mended("", "no JSON object"),
    "no content": _mended(play.without_content(), "no JSON object"),
    "cut off": _model(play.cut_off(MOVE[:40]), "length"),
    "filtered": _model(play.completion({"content": ""}, "content_filter"), "content_filter"),
    "endless": _model(play.cut_off("down and " * 12_000), "characters"),
}
"""By name. What is asked for by a schema may still be answered by any of these."""
