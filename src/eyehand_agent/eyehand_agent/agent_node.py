"""The agent node: serves run_episode with one policy."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from eyehand_core.decisions.short_words import short_words
from eyehand_core.episode.condition import DEFAULT_CONDITION
from eyehand_core.episode.conditions import load_condition
from eyehand_core.episode.ending import Ending
from eyehand_core.errors import EyehandError, StackError
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import library_for
from eyehand_core.world_state import STAMP_TOLERANCE, WorldState
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.deferred_action import DeferredActionServer, DeferredGoal
from eyehand_nodekit.mailbox import Mailbox
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.stopping import STOPPING
from eyehand_nodekit.worker import Worker
from eyehand_nodekit.world_samples import subscribe_world

from eyehand_agent import policies
from eyehand_agent.agent_parameters import ACT_TIMEOUT, OVERRIDES, PARAMETERS, START_TIMEOUT
from eyehand_agent.agent_settings import load_settings
from eyehand_agent.demonstrations.summary_store import summary_for
from eyehand_agent.endpoints.prices import read_prices
from eyehand_agent.episode_loop import ActAnswer, EpisodeEnd, break_off, ending_after, play, told
from eyehand_agent.layout_memory import memory_for
from eyehand_agent.policies.policy import POLICIES, Policy, build_policy
from eyehand_agent.referee_client import RefereeClient
from eyehand_agent.ros_transcript import exchange_message
from eyehand_interfaces.action import RunEpisode
from eyehand_interfaces.msg import EpisodeState, ModelExchange
from eyehand_interfaces.srv import StartEpisode
from eyehand_nodekit import qos

_STATE_TIMEOUT_S = 10.0
_STOP_TIMEOUT_S = 2.0


class AgentNode(StackNode):
    """Plays one episode per run_episode goal."""

    def __init__(self) -> None:
        super().__init__("agent", PARAMETERS)
        policies.load()
        self._kind = POLICIES[self.values["agent"]]
        config = self._config = Path(self.values["config"])
        self._robot = load_robot(Path(self.values["robot"])) if self.values["robot"] else None
        self._library = library_for(config, self._robot)
        chosen = {key: self.values[key] for key in OVERRIDES if self.values[key]}
        self._prices = read_prices(config / "prices.yaml")
        file = Path(self.values["settings"]) if self.values["settings"] else None
        self._settings = load_settings(config / "agents", self.values["agent"], chosen, file)
        self._referee = RefereeClient(
            self.io,
            start_timeout=self.values[START_TIMEOUT],
            act_timeout=self.values[ACT_TIMEOUT],
        )
        self._world: Mailbox[WorldState] = Mailbox("world/objects")
        if self._kind.privileged:
            subscribe_world(self.io, self._world.put, with_arms=self._robot is not None)
        self._episode: Mailbox[EpisodeState] = Mailbox("episode")
        self.io.create_subscription(EpisodeState, "episode", self._episode.put, qos.LATCHED)
        self._transcript = self.create_publisher(ModelExchange, "transcript", qos.EVENTS)
        self._playing = False
        self._worker = Worker("episode", on_error=self._report)
        self._server = DeferredActionServer(
            self, RunEpisode, "run_episode", on_goal=self._accept, refuse=self._refuse
        )

    def close(self) -> None:
        """End a running episode as stopped by the operator."""
        self._worker.stop(_STOP_TIMEOUT_S)

    def _refuse(self, _: RunEpisode.Goal) -> str | None:
        return "an episode is running; wait for its end" if self._playing else None

    def _accept(self, goal: DeferredGoal) -> None:
        self._playing = True
        self._worker.submit(lambda: self._play(goal))

    def _play(self, goal: DeferredGoal) -> None:
        self._referee.episode_id = ""
        try:
            end = self._run(goal)
        except EyehandError as error:
            ending = Ending.OPERATOR_ABORT if _stopped(goal)() else ending_after(error)
            end = break_off(self._referee, told(error), ending)
        except Exception as error:  # noqa: BLE001 - the goal must be answered whatever failed
            self.get_logger().fatal(f"the episode broke off:\n{traceback.format_exc()}")
            end = break_off(self._referee, f"node 'agent' failed: {error!r}")
        self._playing = False
        goal.succeed(self._result(end))

    def _run(self, goal: DeferredGoal) -> EpisodeEnd:
        condition = goal.request.condition or DEFAULT_CONDITION
        policy = self._build_policy(goal, condition)
        try:
            return self._play_with(policy, goal, condition)
        finally:
            self._kind.close(policy)

    def _play_with(self, policy: Policy, goal: DeferredGoal, condition: str) -> EpisodeEnd:
        started = self._referee.start(
            StartEpisode.Request(
                task=goal.request.task,
                seed=goal.request.seed,
                condition=condition,
                agent=self.values["agent"],
                model=str(self._settings.get("model", "")),
            )
        )
        if started.ending:
            reason = "the goal already held after the reset"
            return EpisodeEnd(outcome="invalid", ending=started.ending, reason=reason, steps=0)

        def on_answer(text: str, answer: ActAnswer) -> None:
            goal.feedback(
                RunEpisode.Feedback(
                    step=answer.step,
                    budget=answer.budget,
                    decision=short_words(text),
                    result=answer.in_words,
                )
            )

        return play(policy, self._referee, started.observation, on_answer, _stopped(goal))

    def _build_policy(self, goal: DeferredGoal, condition: str) -> Policy:
        task = self._library.load_instance(goal.request.task, int(goal.request.seed))
        chosen = load_condition(self._config, task.kind, condition)
        return build_policy(
            self._kind,
            task=task,
            seed=int(goal.request.seed),
            condition=chosen,
            robot=self._robot,
            world_state=self._read_world,
            settings=self._settings,
            transcript=self._publish_exchange,
            summary=summary_for(chosen, task.id, self._settings, self._config),
            memory=memory_for(chosen, task, int(goal.request.seed), self._settings),
            prices=self._prices,
            unwanted=_stopped(goal),
        )

    def _read_world(self) -> WorldState:
        """Return the state that the current observation shows, never an earlier one."""
        oldest = self._referee.observed_stamp - STAMP_TOLERANCE
        return self._world.wait_for(
            lambda state: state.at_rest and state.stamp >= oldest, Deadline(_STATE_TIMEOUT_S)
        )

    def _result(self, end: EpisodeEnd) -> RunEpisode.Result:
        state = self._final_state()
        return RunEpisode.Result(
            episode_id=self._referee.episode_id,
            outcome=end.outcome,
            ending=end.ending,
            reason=end.reason,
            steps=state.step if state else end.steps,
            budget=state.budget if state else 0,
            digest=state.digest if state else "",
        )

    def _final_state(self) -> EpisodeState | None:
        wanted = self._referee.episode_id

        def ended(state: EpisodeState) -> bool:
            return bool(state.episode_id == wanted and state.phase == EpisodeState.ENDED)

        try:
            return self._episode.wait_for(ended, Deadline(2.0)) if wanted else None
        except StackError:
            return None

    def _publish_exchange(self, exchange: Mapping[str, Any]) -> None:
        message = exchange_message(exchange, self._referee.episode_id)
        message.header.stamp = self.get_clock().now().to_msg()
        self._transcript.publish(message)

    def _report(self, error: BaseException) -> None:
        self.get_logger().fatal(f"answering run_episode failed: {error!r}")


def _stopped(goal: DeferredGoal) -> Callable[[], bool]:
    """Return what tells that somebody wants the episode of a goal to end."""
    return lambda: STOPPING.is_set() or bool(goal.cancel_requested)


def main() -> None:
    """Run the agent node."""
    sys.exit(run_node(AgentNode))
