"""The scripted expert: plays the declared routine of a task file. Privileged."""

from __future__ import annotations

from collections.abc import Callable

from eyehand_core.decisions.decision import Stop
from eyehand_core.errors import ConfigError
from eyehand_core.layout.task import expert_decisions
from eyehand_core.observation import Observation
from eyehand_core.predicates.moment import Facts, Moment, facts_of
from eyehand_core.registry import Registry
from eyehand_core.routines.routine import Routine, compile_routine
from eyehand_core.world_state import WorldState

from eyehand_agent.policies.policy import POLICIES, Policy, PolicyContext, PolicyKind

EXPERTS: Registry[Callable[[PolicyContext], Policy]] = Registry("kind of task with an expert")


class RoutineExpert:
    """Runs the steps of a manipulation routine on the true state, in ordinary decisions."""

    def __init__(self, context: PolicyContext, world_state: Callable[[], WorldState]) -> None:
        self._context = context
        self._world_state = world_state
        task = context.task
        self._routine = Routine(compile_routine(task.expert, task.names), task.arms)
        self._facts: Facts | None = None

    def decide(self, observation: Observation, error: str) -> str:
        """Return the next decision of the routine; stop after its end."""
        state = self._world_state()
        if self._facts is None:  # the first state of an episode is the settled one
            self._facts = facts_of(self._context.task, self._context.robot, state)
        refused = bool(error) or not observation.feedback.plan_success
        decision = self._routine.decide(Moment(now=state, facts=self._facts), refused)
        return (decision or Stop(reason="the routine has ended")).to_json()


class ListExpert:
    """Says the declared decisions of a layout task one after the other."""

    def __init__(self, context: PolicyContext) -> None:
        self._decisions = iter(expert_decisions(context.task))

    def decide(self, observation: Observation, error: str) -> str:
        """Return the next declared decision; stop after the last."""
        return next(self._decisions, Stop(reason="the list has ended")).to_json()


@EXPERTS.register("manipulation")
def _routine_expert(context: PolicyContext) -> Policy:
    if not context.task.expert:
        raise ConfigError(f"{context.task.path}: no expert routine; add steps under 'expert'")
    if context.world_state is None:
        raise ConfigError("the expert needs the true world state; this world gives none")
    return RoutineExpert(context, context.world_state)


EXPERTS.add("layout", ListExpert)

POLICIES.add(
    "expert",
    PolicyKind(build=lambda context: EXPERTS[context.task.kind](context), privileged=True),
)
