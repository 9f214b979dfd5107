"""Node of the referee: start_episode, act, end_episode; topics episode, decisions, predicates."""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eyehand_core.episode.ending import Ending
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import make_episode
from eyehand_core.errors import ConfigError, EyehandError
from eyehand_core.observation import Observation
from eyehand_core.robot import load_robot
from eyehand_nodekit.deferred_action import DeferredActionServer, DeferredGoal
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.observation_messages import observation_to_message
from eyehand_nodekit.parameters import CONFIG
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.worker import Worker
from eyehand_nodekit.world_samples import subscribe_world

from eyehand_interfaces.action import Act
from eyehand_interfaces.srv import EndEpisode, StartEpisode
from eyehand_monitor.admission import Admission, Admitted
from eyehand_monitor.director import Director
from eyehand_monitor.record_messages import Identity, fill_act_result
from eyehand_monitor.record_publisher import RecordPublisher
from eyehand_monitor.sample_queue import SampleQueue
from eyehand_monitor.settings import PARAMETERS, SAMPLE_TIMEOUT, START_TIMEOUT
from eyehand_monitor.stack_clients import make_stack

_STOP_TIMEOUT_S = 2.0
_BUSY = "the previous decision is still being carried out; wait for its result"
_EXTERNAL_ENDINGS = tuple(ending.value for ending in Ending if ending.is_external)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Session:
    """The episode that was started last."""

    identity: Identity
    director: Director
    episode: Episode


class MonitorNode(StackNode):
    """Referees one episode at a time."""

    def __init__(self) -> None:
        super().__init__("monitor", [CONFIG, *PARAMETERS])
        robot = self.values["robot"]
        self._robot = load_robot(Path(robot)) if robot else None
        self._admission = Admission(Path(self.values["config"]), self._robot)
        samples = SampleQueue()
        with_robot = self._robot is not None
        subscribe_world(self.io, samples.put, with_arms=with_robot)
        self._stack = make_stack(self.io, samples, self.values, with_robot=with_robot)
        self._publish = RecordPublisher(self)
        self._session: _Session | None = None
        self._at_work = threading.Lock()
        self._pending = False
        self._worker = Worker("turns", self._report)
        self.create_service(StartEpisode, "start_episode", self._start)
        self.create_service(EndEpisode, "end_episode", self._end)
        DeferredActionServer(
            self,
            Act,
            "act",
            on_goal=self._accept,
            refuse=self._refuse_goal,
            on_cancel=lambda: self._abort(Ending.OPERATOR_ABORT, "the decision was cancelled"),
        )

    def close(self) -> None:
        """End a running episode as aborted and stop the arms."""
        self._abort(Ending.OPERATOR_ABORT, "the referee was stopped")
        self._worker.stop(_STOP_TIMEOUT_S)

    def _start(self, request: Any, response: Any) -> Any:
        if self._session is not None and self._session.episode.running:
            response.error = (
                f"episode {self._session.identity.episode_id} is running; "
                "play it to its end or call end_episode"
            )
            return response
        if not self._at_work.acquire(blocking=False):
            response.error = f"the referee is busy: {_BUSY}"
            return response
        try:
            return self._start_free(request, response)
        finally:
            self._at_work.release()

    def _start_free(self, request: Any, response: Any) -> Any:
        identity = Identity.of_request(request, self._robot.name if self._robot else "")
        try:
            admitted = self._admission.admit(identity.task, identity.seed, identity.condition)
            observation, session = self._begin(identity, admitted)
        except ConfigError as error:
            response.error = str(error)
        except EyehandError as error:
            response.error, response.episode_id = str(error), identity.episode_id
            self._publish.failed_start(identity, str(error))
        else:
            ending = session.episode.ending
            response.ok, response.episode_id = True, identity.episode_id
            response.ending = ending.value if ending else ""
            response.observation = observation_to_message(observation)
        return response

    def _begin(self, identity: Identity, admitted: Admitted) -> tuple[Observation, _Session]:
        task, condition = admitted.task, admitted.condition
        director = Director(
            self._stack,
            condition,
            self._publish.sample,
            self.values[SAMPLE_TIMEOUT],
        )
        director.wait_for_stack(task, self.values[START_TIMEOUT])
        settled = director.reset(task, identity.seed)
        episode = make_episode(identity.episode_id, task, condition, self._robot, settled)
        observation = director.open(episode)
        self._session = _Session(identity=identity, director=director, episode=episode)
        self._publish.predicates(episode)
        self._publish.state(identity, episode)
        return observation, self._session

    def _refuse_goal(self, goal: Any) -> str | None:
        if self._session is None or goal.episode_id != self._session.identity.episode_id:
            return f"no episode {goal.episode_id!r}; call start_episode first"
        if self._pending or self._at_work.locked():
            return _BUSY
        return None

    def _accept(self, goal: DeferredGoal) -> None:
        # Set here, in the thread that answers goals: the worker may begin only after the next one.
        self._pending = True
        self._worker.submit(lambda: self._act(goal))

    def _act(self, goal: DeferredGoal) -> None:
        session, result = self._session, Act.Result(admissible=True)
        assert session is not None, "goals without an episode are refused"
        with self._at_work:
            try:
                if session.episode.running:
                    self._play(session, goal, result)
            except Exception as error:  # noqa: BLE001 - the goal must be answered whatever failed
                self._report(error)
        self._pending = False
        fill_act_result(result, session.episode)
        (goal.canceled if goal.cancel_requested else goal.succeed)(result)

    def _play(self, session: _Session, goal: DeferredGoal, result: Any) -> None:
        episode = session.episode
        turn = session.director.play(
            episode,
            goal.request.decision,
            lambda phase: goal.feedback(Act.Feedback(phase=phase)),
        )
        # First the record: whoever dies while the picture is taken, no charged decision is lost.
        self._publish.turn(episode, turn)
        self._publish.state(session.identity, episode)
        was_running = episode.running
        observation = session.director.observe(episode)
        if was_running and not episode.running:
            self._publish.state(session.identity, episode)
        result.observation = observation_to_message(observation)
        result.admissible = turn.ruling.admissible or turn.ruling.charged
        result.error = turn.ruling.error

    def _end(self, request: Any, response: Any) -> Any:
        if self._session is None or request.episode_id != self._session.identity.episode_id:
            response.error = f"no episode {request.episode_id!r}; call start_episode first"
        elif request.ending not in _EXTERNAL_ENDINGS:
            allowed = ", ".join(_EXTERNAL_ENDINGS)
            response.error = f"ending {request.ending!r} is not for callers; allowed: {allowed}"
        elif not self._session.episode.running:
            response.error = f"the episode has ended already: {self._session.episode.reason}"
        else:
            self._abort(Ending(request.ending), request.reason)
            response.ok = True
        return response

    def _abort(self, ending: Ending, reason: str) -> None:
        if self._session is None or not self._session.episode.running:
            return
        self._session.episode.end(ending, reason)
        self._publish.state(self._session.identity, self._session.episode)
        try:
            self._stack.arms.stop()
        except EyehandError as error:
            self.get_logger().error(f"stopping the arms failed: {error}")

    def _report(self, error: BaseException) -> None:
        self.get_logger().fatal(f"carrying out a decision broke off: {error!r}")
        self._abort(Ending.INFRASTRUCTURE_ERROR, f"node 'monitor' failed: {error!r}")


def main() -> None:
    """Run the monitor node."""
    sys.exit(run_node(MonitorNode))
