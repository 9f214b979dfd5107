"""The guard: asks the rules, and keeps the robot stopped until a person releases it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from eyehand_core.robot import Robot

from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import SampleLog, Stillness
from eyehand_executor.safety import rules  # noqa: F401 - registers the rules
from eyehand_executor.safety.rule import SAFETY_RULES
from eyehand_executor.safety.signs_of_life import SignsOfLife
from eyehand_executor.safety.situation import SafetySettings, Situation, permitted_joints


@dataclass(frozen=True, kw_only=True)
class StopState:
    """Whether the robot may move.

    Attributes:
        cause: what stopped it, None if it may move.
        rest: what is known about stillness since; None until that has been verified.
        still: it was verified to be still.
        button: the emergency stop button is pressed, as last heard.
    """

    cause: Refusal | None = None
    rest: str | None = None
    still: bool = False
    button: bool = False


class Guard:
    """Stops the robot and keeps it stopped; for any thread.

    Args:
        robot: gives limits, scales already applied.
        samples: measured joint states.
        signs: when parts of the stack were last heard.
        settings: limits of the rules.
        stillness: speeds that count as still.
        on_change: told every new state, outside locks.
        on_stop: told the cause of each stop, outside locks; must return at once.
    """

    def __init__(
        self,
        robot: Robot,
        samples: SampleLog,
        signs: SignsOfLife,
        settings: SafetySettings,
        stillness: Stillness,
        *,
        on_change: Callable[[StopState], None] = lambda state: None,
        on_stop: Callable[[Refusal], None] = lambda cause: None,
    ) -> None:
        self._permitted = permitted_joints(robot)
        self._samples = samples
        self._signs = signs
        self._settings = settings
        self._stillness = stillness
        self._on_change = on_change
        self._on_stop = on_stop
        self._lock = threading.Lock()
        self._state = StopState()

    @property
    def state(self) -> StopState:
        """Whether the robot may move now."""
        with self._lock:
            return self._state

    def stop(self, cause: Refusal) -> bool:
        """Keep the robot from moving; the first cause stands. Tell whether this is it."""
        with self._lock:
            first = self._state.cause is None
            if first:
                self._state = replace(self._state, cause=cause, rest=None, still=False)
            state = self._state
        if first:
            self._on_change(state)
            self._on_stop(cause)
        return first

    def press(self, pressed: bool) -> None:
        """Note the position of the emergency stop button; pressing it stops the robot."""
        with self._lock:
            changed = self._state.button != pressed
            self._state = replace(self._state, button=pressed)
            state = self._state
        stopped = pressed and self.stop(emergency_stop("topic emergency_stop"))
        if changed and not stopped:
            self._on_change(state)

    def hazard(self, moving: bool) -> Refusal | None:
        """Return why a request must end, None if it may go on; a motion is stopped for good."""
        cause = self.state.cause
        if cause is not None:
            return cause
        refusal = self._judge(moving=moving)
        if refusal is not None and moving:
            self.stop(refusal)
        return refusal

    def refusal(self) -> Refusal | None:
        """Return why no motion may begin, None if one may."""
        cause = self.state.cause
        if cause is None:
            return self._judge(moving=False)
        return Refusal(
            reason=Reason.NOT_RELEASED,
            message=(
                f"the robot was stopped ({cause.reason.code}: {cause.message}) and has not been "
                "released; call service release_stop"
            ),
        )

    def report(self, cause: Refusal) -> None:
        """Note that a motion did not reach its end; an attended robot then needs a release."""
        if self._settings.attended:
            self.stop(cause)

    def note_rest(self, outcome: Refusal | str) -> None:
        """Note what became of the check that the stopped robot is still."""
        failed = isinstance(outcome, Refusal)
        with self._lock:
            rest = outcome.message if isinstance(outcome, Refusal) else outcome
            self._state = replace(self._state, rest=rest, still=not failed)
            state = self._state
        self._on_change(state)

    def release(self) -> str:
        """Let a stopped robot move again; return why that cannot be, empty if it may move."""
        state = self.state
        if state.cause is None:
            return ""
        problem = self._unfit(state)
        if problem:
            return problem
        with self._lock:
            if self._state is not state:
                return "the state of the stop has just changed; look and try again"
            self._state = state = StopState()
        self._on_change(state)
        return ""

    def _unfit(self, state: StopState) -> str:
        if state.rest is None:
            return "stopping is still going on; try again in a moment"
        if state.button:
            return "the emergency stop button is pressed; unlock it first (emergency_stop: false)"
        newest = self._samples.newest
        if newest is None:
            return "no joint states tell whether the robot is still; start the world"
        arm = self._stillness.moving_arm(newest)
        if arm is not None:
            return f"arm {arm} was moving in the newest joint states; wait, or reset the world"
        hazard = self._judge(moving=False)
        return "" if hazard is None else f"{hazard.reason.code}: {hazard.message}"

    def _judge(self, *, moving: bool) -> Refusal | None:
        situation = Situation(
            moving=moving,
            samples=self._samples.latest(2),
            permitted=self._permitted,
            signs=self._signs,
            settings=self._settings,
        )
        refusals = (SAFETY_RULES[name](situation) for name in SAFETY_RULES)
        return next((refusal for refusal in refusals if refusal is not None), None)


def emergency_stop(origin: str) -> Refusal:
    """Return the cause of a stop that a person asked for through ``origin``."""
    return Refusal(reason=Reason.EMERGENCY_STOP, message=f"emergency stop by {origin}")
