"""The scripted expert: plays the declared routine of a task file. Privileged."""

from __future__ import annotations

from collections.abc import Callable

from eyehand_core.decisions.decision import Stop
from eyehand_core.errors import ConfigError
from eyehand_core.layout.embodied.table_task import patch_of
from eyehand_core.layout.task import expert_decisions
from eyehand_core.observation import Observation
from eyehand_core.predicates.moment import Facts, Moment, facts_of
from eyehand_core.registry import Registry
from eyehand_core.routines.routine import Routine, compile_routine

from eyehand_agent.policies.policy import POLICIES, Policy, PolicyContext, PolicyKind, Privilege
from eyehand_agent.policies.table_expert import TableExpert

EXPERTS: Registry[Callable[[Privilege], Policy]] = Registry("kind of task with an expert")


class RoutineExpert:
    """Runs the steps of a manipulation routine on the true state, in ordinary decisions."""

    def __init__(self, privilege: Privilege) -> None:
        self._privilege = privilege
        task = privilege.task
        self._routine = Routine(compile_routine(task.expert, task.names), task.arms)
        self._facts: Facts | None = None

    def decide(self, observation: Observation, error: str) -> str:
        """Return the next decision of the routine; stop after its end."""
        state = self._privilege.world_state()
        if self._facts is None:  # the first state of an episode is the settled one
            self._facts = facts_of(self._privilege.task, self._privilege.robot, state)
        refused = bool(error) or not observation.feedback.plan_success
        decision = self._routine.decide(Moment(now=state, facts=self._facts), refused)
        return (decision or Stop(reason="the routine has ended")).to_json()


class ListExpert:
    """Says the declared decisions of a layout task one after the other."""

    def __init__(self, privilege: Privilege) -> None:
        self._decisions = iter(expert_decisions(privilege.task))

    def decide(self, observation: Observation, error: str) -> str:
        """Return the next declared decision; stop after the last."""
        return next(self._decisions, Stop(reason="the list has ended")).to_json()


@EXPERTS.register("manipulation")
def _routine_expert(privilege: Privilege) -> Policy:
    task = privilege.task
    if not task.expert:
        raise ConfigError(f"{task.path}: no expert routine; add steps under 'expert'")
    return RoutineExpert(privilege)


@EXPERTS.register("layout")
def _layout_expert(privilege: Privilege) -> Policy:
    patch = patch_of(privilege.task)
    return TableExpert(privilege, patch) if patch else ListExpert(privilege)


def _build(context: PolicyContext) -> Policy:
    assert context.privilege is not None, "registered as privileged"
    return EXPERTS[context.kind](context.privilege)


POLICIES.add("expert", PolicyKind(build=_build, privileged=True))
