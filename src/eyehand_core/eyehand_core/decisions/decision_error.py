"""Why a text is not a decision: a value with a code, handed back to the agent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class ErrorCode(str, Enum):
    """Kinds of inadmissible text."""

    NOT_JSON = "not_json"
    BAD_TEXT = "bad_text"
    TOO_LONG = "too_long"
    TOO_DEEP = "too_deep"
    TWO_OBJECTS = "two_objects"
    DUPLICATE_KEY = "duplicate_key"
    UNKNOWN_ACTION = "unknown_action"
    NOT_OFFERED = "not_offered"
    UNKNOWN_WORD = "unknown_word"
    MISSING_FIELD = "missing_field"
    EXTRA_FIELD = "extra_field"
    WRONG_TYPE = "wrong_type"
    BAD_NUMBER = "bad_number"
    EMPTY_TEXT = "empty_text"
    COORDINATE_LEAK = "coordinate_leak"


@dataclass(frozen=True, kw_only=True)
class DecisionError:
    """An inadmissible text.

    Attributes:
        code: kind of mistake.
        message: what is wrong and what is allowed; written for the agent.
    """

    code: ErrorCode
    message: str


class InadmissibleError(Exception):
    """Carries a DecisionError from the depth of the parser to its surface; never leaves it."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        self.error = DecisionError(code=code, message=message)
        super().__init__(message)
