"""One episode from the first observation to its end, as the rules see it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from eyehand_core.decisions.decision import Decision, DecisionKind
from eyehand_core.decisions.decision_error import DecisionError
from eyehand_core.decisions.grammar import Grammar
from eyehand_core.episode.action_report import INFRASTRUCTURE_CODES, SAFETY_STOPS, ActionReport
from eyehand_core.episode.digest import EpisodeDigest
from eyehand_core.episode.ending import Ending, Outcome
from eyehand_core.episode.rules import Rules
from eyehand_core.episode.ruling import Ruling
from eyehand_core.episode.voice import Voice
from eyehand_core.observation import Feedback
from eyehand_core.predicates.judge import Judge, Verdict
from eyehand_core.predicates.term_counts import MILESTONE_STEP, term_counts
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import WorldState

TOO_MANY_LOOKS = "too_many_looks"


class Episode:
    """Charges decisions, judges states, and knows when it is over.

    The caller submits a text. If the ruling holds an action, it carries the action out, shows
    every world state that follows to ``witness``, up to the one at rest, and then calls
    ``conclude``. The same calls with recorded values give the same episode again.

    Args:
        episode_id: identifies the episode.
        task: the task file.
        grammar: everything that the condition offers.
        rules: limits.
        voice: words for the agent.
        judge: judges this episode alone, made from ``settled``.
        settled: first sample of the episode, at rest after the reset, as ``view`` gives it.
        view: what of a world state counts.

    Attributes:
        step: environment steps charged.
        index: texts submitted so far.
        verdict: the judge's newest verdict.
        state: the newest state that was shown.
        feedback: the answer to the last action.
        executed: canonical JSON of each action that cost a step.
        ending: how it ended; None while it runs.
        reason: one sentence about the ending.
    """

    def __init__(
        self,
        *,
        episode_id: str,
        task: Task,
        grammar: Grammar,
        rules: Rules,
        voice: Voice,
        judge: Judge,
        settled: WorldState,
        view: Callable[[WorldState], WorldState] = lambda state: state,
    ) -> None:
        self.id = episode_id
        self.task = task
        self.step = 0
        self.index = 0
        self.state = settled
        self.verdict = judge.initial
        self.feedback = Feedback()
        self.executed: list[str] = []
        self.ending: Ending | None = None
        self._ending_lock = threading.Lock()
        self.reason = ""
        self._grammar = grammar
        self._rules = rules
        self._voice = voice
        self._judge = judge
        self._view = view
        self._pending: Decision | None = None
        self._repairs = self._rounds = self._looks = 0
        self._digest = EpisodeDigest()
        self._digest.add_state(settled)
        self._digest.add_verdict(judge.initial)
        self._rested = False
        self._milestone: Verdict | None = None
        if settled.sequence != 0:
            self._end_by_gap(-1, settled.sequence)
        elif judge.initial.success:
            self.end(Ending.INVALID_RESET, "the goal already held after the reset")

    @property
    def running(self) -> bool:
        """True until the episode has ended."""
        return self.ending is None

    @property
    def outcome(self) -> Outcome | None:
        """What the episode counts as; None while it runs."""
        return None if self.ending is None else self.ending.outcome

    @property
    def digest(self) -> str:
        """SHA-256 (hex) over decisions, states at rest and predicate values so far."""
        return self._digest.hexdigest()

    @property
    def term_counts(self) -> dict[str, dict[str, int]]:
        """How many terms of the goal are true; see ``predicates.term_counts``."""
        return term_counts((self._milestone or self.verdict).terms, self.verdict.terms)

    @property
    def scene_text(self) -> str:
        """The scene in words, where the task shows it."""
        return self._voice.scene_text(self.state)

    @property
    def subgoal(self) -> str:
        """Name of the next subtask, where the condition shows it; else empty."""
        return self._voice.subgoal(self.task, self.verdict)

    @property
    def allowed_actions(self) -> tuple[str, ...]:
        """Names of the actions that are admissible now."""
        if self._looks < self._rules.consecutive_looks:
            return self._grammar.names
        forms = (form for form in self._grammar.forms if form.kind is not DecisionKind.CAMERA)
        return tuple(dict.fromkeys(form.name for form in forms))

    def submit(self, text: str) -> Ruling:
        """Rule on one decision text; never raises on any text.

        Raises:
            RuntimeError: the episode is over, or an action has not been concluded.
        """
        if not self.running or self._pending is not None:
            raise RuntimeError("submit one text at a time, while the episode is running")
        self.index += 1
        self._rounds += 1
        parsed = self._grammar.parse(text)
        if isinstance(parsed, DecisionError):
            return self._refuse(parsed.code.value, parsed.message)
        if parsed.kind is DecisionKind.CAMERA and parsed.name not in self.allowed_actions:
            return self._refuse(TOO_MANY_LOOKS, self._looks_error(parsed.name))
        if parsed.kind.costs_step:
            self._pending = parsed
            return Ruling(decision=parsed)
        self._digest.add_decision(parsed.to_json())
        if parsed.kind is DecisionKind.STOP:
            self.end(Ending.MODEL_STOP, "the agent stopped before the goal was reached")
        elif self._rounds >= self._rules.rounds:
            self._exhaust(f"no action after {self._rounds} texts")
        return Ruling(decision=parsed)

    def witness(self, state: WorldState) -> None:
        """Judge the next sample of the world. Lost samples and failing predicates end it."""
        if not self.running:
            return
        if state.sequence != self.state.sequence + 1:
            self._end_by_gap(self.state.sequence, state.sequence)
            return
        try:
            seen = self._view(state)
            self.verdict = self._judge.update(seen)
        except Exception as error:  # noqa: BLE001 - a predicate that fails must never count as false
            self.end(Ending.INFRASTRUCTURE_ERROR, f"judging the world state failed: {error!r}")
            return
        self.state = seen
        self._rested = self._rested or state.at_rest

    def conclude(self, report: ActionReport) -> None:
        """Charge the pending action and end the episode if that is due.

        Raises:
            RuntimeError: no action is pending.
        """
        if self._pending is None:
            raise RuntimeError("there is no action to conclude; submit one first")
        decision, self._pending = self._pending, None
        if not self.running:
            return
        if report.code in INFRASTRUCTURE_CODES:
            self.end(Ending.INFRASTRUCTURE_ERROR, f"{report.code}: {report.detail}")
            return
        is_look = decision.kind is DecisionKind.CAMERA
        self._looks = self._looks + 1 if is_look else 0
        self._charge(decision.to_json(), report)

    def end(self, ending: Ending, reason: str) -> None:
        """End the episode; the first ending stands, whichever thread gives it."""
        with self._ending_lock:
            if self.ending is None:
                self.reason = reason  # first, so that whoever sees the ending sees why
                self.ending = ending

    def _charge(self, canonical: str, report: ActionReport) -> None:
        self.step += 1
        if self.step == MILESTONE_STEP:
            self._milestone = self.verdict
        self._repairs = self._rounds = 0
        self.executed += [canonical] if canonical else []
        self.feedback = Feedback(
            action_valid=report.action_valid,
            plan_success=report.plan_success,
            text=self._voice.feedback(report, self.state),
        )
        self._digest.add_decision(canonical)
        if self._rested:
            self._digest.add_state(self.state)
            self._digest.add_verdict(self.verdict)
        self._rested = False
        self._end_if_due(report)

    def _end_if_due(self, report: ActionReport) -> None:
        if report.code in SAFETY_STOPS:
            self.end(Ending.SAFETY_STOP, report.detail or "the safety layer stopped the robot")
        elif self.verdict.success:
            self.end(Ending.SUCCESS, f"the goal was reached in step {self.step}")
        elif self.step >= self.task.budget:
            self.end(Ending.BUDGET, f"all {self.task.budget} steps were used")

    def _refuse(self, code: str, message: str) -> Ruling:
        self._repairs += 1
        spent = self._repairs > self._rules.repairs or self._rounds >= self._rules.rounds
        if spent:
            self._exhaust(message)
        return Ruling(error=message, code=code, charged=spent and not self._rules.exhaustion_ends)

    def _exhaust(self, message: str) -> None:
        if self._rules.exhaustion_ends:
            self.end(
                Ending.DECISION_EXHAUSTED, f"no admissible decision after repairs; last: {message}"
            )
            return
        report = ActionReport(action_valid=False, plan_success=False, detail=message)
        self._charge("", report)

    def _looks_error(self, name: str) -> str:
        limit = self._rules.consecutive_looks
        return (
            f"{name} is not admissible now: at most {limit} camera actions in a row; "
            f"allowed: {', '.join(self.allowed_actions)}"
        )

    def _end_by_gap(self, last: int, found: int) -> None:
        self.end(
            Ending.INFRASTRUCTURE_ERROR,
            f"world samples were lost: after number {last} came number {found}",
        )
