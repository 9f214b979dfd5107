"""The referee's topics: episode, decisions, predicates."""

from __future__ import annotations

from typing import Any

from eyehand_core.episode.episode import Episode
from eyehand_core.episode.repetition import REPEATS
from rclpy.node import Node

from eyehand_interfaces.msg import DecisionRecord, EpisodeState, PredicateStates
from eyehand_monitor import record_messages
from eyehand_monitor.director import Turn
from eyehand_monitor.record_messages import Identity
from eyehand_nodekit import qos


class RecordPublisher:
    """Publishes what happens to an episode.

    Args:
        node: the serving node.
    """

    def __init__(self, node: Node) -> None:
        self._states = node.create_publisher(EpisodeState, "episode", qos.LATCHED)
        self._decisions = node.create_publisher(DecisionRecord, "decisions", qos.EVENTS)
        self._predicates = node.create_publisher(PredicateStates, "predicates", qos.EVENTS)
        self._last_values: Any = None
        self._log = node.get_logger()

    def state(self, identity: Identity, episode: Episode) -> None:
        """Publish where the episode stands."""
        self._states.publish(record_messages.episode_message(identity, episode))

    def failed_start(self, identity: Identity, reason: str) -> None:
        """Publish that an episode never began."""
        self._states.publish(record_messages.failed_start_message(identity, reason))

    def turn(self, episode: Episode, turn: Turn) -> None:
        """Publish a decision, and the predicate values at the end of an action."""
        if turn.report is not None:
            self.predicates(episode)
        self._decisions.publish(record_messages.decision_message(episode, turn))
        if turn.is_stuck:
            self._log.warning(
                f"step {episode.step}: the same action has failed {REPEATS} times in a row; the "
                "agent may be stuck"
            )

    def sample(self, episode: Episode) -> None:
        """Publish the predicate values if one has changed."""
        if _values(episode) != self._last_values:
            self.predicates(episode)

    def predicates(self, episode: Episode) -> None:
        """Publish the predicate values."""
        self._last_values = _values(episode)
        self._predicates.publish(record_messages.predicates_message(episode))


def _values(episode: Episode) -> Any:
    verdict = episode.verdict
    return verdict.terms, verdict.subtasks, verdict.success
