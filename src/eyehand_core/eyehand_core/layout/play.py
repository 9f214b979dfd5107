"""Episodes without ROS: layout world, protocol and policy in one loop, with every step kept.

The same decisions on the same instance give the same digest as through the nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eyehand_core.decisions.decision_error import ErrorCode
from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.condition import ACTIVE, Condition
from eyehand_core.episode.ending import Ending, Outcome
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import make_episode
from eyehand_core.episode.observe import observe
from eyehand_core.errors import EyehandError
from eyehand_core.layout.actions import PATH_BLOCKED, is_legal
from eyehand_core.layout.goal import LayoutVerdict
from eyehand_core.layout.referee import LayoutReferee
from eyehand_core.layout.report import action_report
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.world import Applied, ArrangedWorld, LayoutWorld
from eyehand_core.observation import Observation, View
from eyehand_core.tasks.task import Task

Decide = Callable[[Observation, str], str]
"""What plays: gets the turn and what was wrong with the last text, gives the next text.

Raises ``PlayerError`` if it can give none.
"""

Draw = Callable[[LayoutScene], bytes]
"""Makes the picture of a scene, as JPEG."""

VIEW = "scene"
"""Name of the only view of a layout."""


class PlayerError(EyehandError):
    """What plays cannot go on, for a reason that says nothing about how well it plays.

    Attributes:
        ending: how the episode ends.
    """

    def __init__(self, ending: Ending, message: str) -> None:
        super().__init__(message)
        self.ending = ending


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One text of an agent.

    Attributes:
        text: as it was given.
        code: kind of mistake; empty if it is a decision.
    """

    text: str
    code: str

    @property
    def is_leak(self) -> bool:
        """True if it was refused because it held a coordinate."""
        return self.code == ErrorCode.COORDINATE_LEAK.value


@dataclass(frozen=True, kw_only=True)
class Step:
    """One decision that used a step.

    Attributes:
        replies: texts of this turn, the last one decided.
        decision: canonical JSON; empty if no text could be read.
        code: why it was not carried out; empty if it was.
        scene: the scene after it.
        verdict: judgement of that scene.
        feedback: what the agent was told.
    """

    replies: tuple[Reply, ...]
    decision: str
    code: str
    scene: LayoutScene
    verdict: LayoutVerdict
    feedback: str

    @property
    def legal(self) -> bool:
        """True unless the action was illegal; a blocked leg or a failing hand is legal."""
        return is_legal(self.code)

    @property
    def blocked(self) -> bool:
        """True if a leg ran into an obstacle."""
        return self.code == PATH_BLOCKED


@dataclass(frozen=True, kw_only=True)
class Trace:
    """One episode.

    Attributes:
        task: task id.
        version: version of the task.
        family: family of the task.
        level: level of the task.
        seed: seed of the instance.
        condition: observation condition.
        start: scene at the reset.
        start_verdict: judgement of it.
        steps: what used a step, in order.
        outcome: what the episode counts as.
        ending: why it ended.
        reason: the same in one sentence.
        digest: digest of the episode.
    """

    task: str
    version: int
    family: str
    level: str
    seed: int
    condition: str
    start: LayoutScene
    start_verdict: LayoutVerdict
    steps: tuple[Step, ...]
    outcome: str
    ending: str
    reason: str
    digest: str

    @property
    def counts(self) -> bool:
        """True unless it is invalid, which is neither a success nor a failure."""
        return self.outcome != Outcome.INVALID.value

    @property
    def solved(self) -> bool:
        """True if the goal was reached."""
        return self.outcome == "success"

    @property
    def verdict(self) -> LayoutVerdict:
        """Judgement of the last scene."""
        return self.steps[-1].verdict if self.steps else self.start_verdict

    @property
    def scene(self) -> LayoutScene:
        """The last scene."""
        return self.steps[-1].scene if self.steps else self.start


def play(table: Table, decide: Decide, picture: Draw | None = None) -> Trace:
    """Play an episode to its end; what cannot play ends it as invalid.

    Args:
        table: the episode.
        decide: what plays.
        picture: draws the scene, where the condition shows it; None for agents that do not look.
    """
    error = ""
    while table.episode.running:
        views: tuple[View, ...] = ()
        if picture and table.shows_picture:
            stamp = table.episode.state.stamp
            views = (View(name=VIEW, jpeg=picture(table.world.scene), stamp=stamp),)
        try:
            text = decide(observe(table.episode, views), error)
        except PlayerError as failure:
            table.episode.end(failure.ending, str(failure))
        else:
            error = table.submit(text)
    return table.trace()


class Table:
    """One episode in progress, for those who play turn by turn.

    Args:
        task: a layout task.
        seed: seed of the instance.
        condition: observation condition.
        world: where it is played; a canvas if none is given.

    Raises:
        ConfigError: not a layout task, a condition for others, or a seed out of range.

    Attributes:
        world: where it is played.
        episode: the protocol.
        steps: what used a step so far.
        shows_picture: the condition shows a picture.
    """

    def __init__(
        self,
        task: Task,
        seed: int,
        condition: Condition = ACTIVE,
        world: ArrangedWorld | None = None,
    ) -> None:
        self.world: ArrangedWorld = world or LayoutWorld()
        first = self.world.reset(task, seed)
        self.episode: Episode = make_episode("symbolic", task, condition, None, first.state)
        self.steps: list[Step] = []
        self.shows_picture = condition.camera
        self._task, self._seed, self._condition = task, seed, condition
        self._referee = LayoutReferee(task, self.episode.state)
        self._start = self.world.scene
        self._start_verdict = self._referee.judge(self.episode.state)
        self._replies: list[Reply] = []

    def submit(self, text: str) -> str:
        """Play one text; return what is wrong with it, empty if it was a decision."""
        ruling = self.episode.submit(text)
        self._replies.append(Reply(text=text, code=ruling.code))
        if ruling.decision is None:
            if ruling.charged:
                self._keep("", ruling.code)
            return ruling.error
        if ruling.decision.kind.costs_step:
            decision = ruling.decision.to_json()
            report = self._carry_out(decision)
            steps = self.episode.step
            self.episode.conclude(report)
            if self.episode.step > steps:
                self._keep(decision, report.code)
        return ""

    def trace(self) -> Trace:
        """Return everything so far."""
        ending, outcome = self.episode.ending, self.episode.outcome
        return Trace(
            task=self._task.id,
            version=self._task.version,
            family=self._task.family,
            level=self._task.level,
            seed=self._seed,
            condition=self._condition.name,
            start=self._start,
            start_verdict=self._start_verdict,
            steps=tuple(self.steps),
            outcome=outcome.value if outcome else "",
            ending=ending.value if ending else "",
            reason=self.episode.reason,
            digest=self.episode.digest,
        )

    def _carry_out(self, decision: str) -> ActionReport:
        try:
            result = self.world.apply(decision)
        except EyehandError as error:
            return action_report("world_fault", str(error))
        if isinstance(result, Applied):
            for sample in result.samples:
                self.episode.witness(sample.state)
        return action_report(result.code, result.message)

    def _keep(self, decision: str, code: str) -> None:
        self.steps.append(
            Step(
                replies=tuple(self._replies),
                decision=decision,
                code=code,
                scene=self.world.scene,
                verdict=self._referee.judge(self.episode.state),
                feedback=self.episode.feedback.text,
            )
        )
        self._replies = []
