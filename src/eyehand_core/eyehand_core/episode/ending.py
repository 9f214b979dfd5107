"""How an episode can end, and what that counts as."""

from __future__ import annotations

from enum import Enum


class Outcome(str, Enum):
    """What an episode counts as. Invalid ones are excluded from every rate and counted apart."""

    SUCCESS = "success"
    FAILURE = "failure"
    INVALID = "invalid"


class Ending(str, Enum):
    """Why an episode ended."""

    SUCCESS = "success"
    BUDGET = "budget"
    MODEL_STOP = "model_stop"
    DECISION_EXHAUSTED = "decision_exhausted"
    SAFETY_STOP = "safety_stop"
    INFRASTRUCTURE_ERROR = "infrastructure_error"
    INVALID_RESET = "invalid_reset"
    OPERATOR_ABORT = "operator_abort"
    SPENDING_LIMIT = "spending_limit"

    @property
    def outcome(self) -> Outcome:
        """What the ending counts as."""
        return _OUTCOMES.get(self, Outcome.FAILURE)

    @property
    def is_external(self) -> bool:
        """True if it comes from outside the episode, not from a decision or a reset."""
        return self in (
            Ending.INFRASTRUCTURE_ERROR,
            Ending.OPERATOR_ABORT,
            Ending.SPENDING_LIMIT,
        )


_OUTCOMES = {
    Ending.SUCCESS: Outcome.SUCCESS,
    Ending.INFRASTRUCTURE_ERROR: Outcome.INVALID,
    Ending.INVALID_RESET: Outcome.INVALID,
    Ending.OPERATOR_ABORT: Outcome.INVALID,
    Ending.SPENDING_LIMIT: Outcome.INVALID,
}
