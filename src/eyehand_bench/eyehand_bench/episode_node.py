"""Plays the episode of a launch file, writes its ``episode.json`` and ends."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path
from typing import Any

import rclpy
from eyehand_core.errors import ConfigError, EyehandError
from eyehand_core.seed_range import LARGEST_SEED
from eyehand_nodekit.parameters import Parameter, declare
from eyehand_nodekit.printing import escape_what_cannot_be_printed
from eyehand_nodekit.spinning import make_executor
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from eyehand_bench.record import conclusion
from eyehand_bench.record.episode_plan import ABORT, EpisodePlan, EpisodeVerdict, invalid
from eyehand_bench.stack.episode_client import EpisodeClient, EpisodeStoppedError, Wishes
from eyehand_bench.stack.episode_watch import ABORT_SIGNAL
from eyehand_bench.stack.progress_report import ProgressReport

_JUDGED, _WRONG_USE, _INVALID = 0, 2, 3
_JOIN_S = 5.0

PARAMETERS = (
    Parameter(name="task", default="", description="Task id.", required=True),
    Parameter(
        name="seed",
        default=1000,
        description="Seed of the task instance.",
        lower=0,
        upper=LARGEST_SEED,
    ),
    Parameter(name="condition", default="active", description="Observation condition."),
    Parameter(name="agent", default="expert", description="Policy name, for the record."),
    Parameter(name="model", default="", description="Model id, for the record."),
    Parameter(name="robot", default="", description="Robot file, for the record; empty: none."),
    Parameter(
        name="world",
        default="mujoco",
        description="Kind of world.",
        choices=("mujoco", "layout", "gazebo", "cell"),
    ),
    Parameter(name="profile", default="", description="Render profile, for the record."),
    Parameter(name="record", default="", description="Folder of the record; empty: none."),
    Parameter(name="events", default="", description="File to append events to; empty: none."),
    Parameter(
        name="start_timeout",
        default=120.0,
        description="Longest wait for all nodes [s].",
        lower=1.0,
        upper=3600.0,
    ),
    Parameter(
        name="step_timeout",
        default=900.0,
        description="Longest time without a finished step [s].",
        lower=1.0,
        upper=86400.0,
    ),
)


def _plan(values: dict[str, Any]) -> EpisodePlan:
    return EpisodePlan(
        task=values["task"],
        seed=values["seed"],
        condition=values["condition"],
        agent=values["agent"],
        model=values["model"],
        robot=Path(values["robot"]).stem,
        world=values["world"],
        profile=Path(values["profile"]).stem,
    )


def _play(node: Node, values: dict[str, Any], wishes: Wishes) -> EpisodeVerdict:
    """Play and record; the verdict is final when ``episode.json`` says so too."""
    plan = _plan(values)
    record = Path(values["record"]) if values["record"] else None
    report = ProgressReport(Path(values["events"]) if values["events"] else None)
    started = conclusion.now()
    if record is not None:
        conclusion.begin(record, plan)
    try:
        client = EpisodeClient(node, plan, record, report, wishes)
        verdict = client.play(values["start_timeout"], values["step_timeout"])
    except EpisodeStoppedError:
        verdict = invalid("stopped before its end", ending=ABORT)
    if record is not None:
        report("waiting", what="the check of the record and its picture strip")
        content = conclusion.conclude(record, plan, verdict, started)
        verdict = EpisodeVerdict(
            **{name: content[name] for name in EpisodeVerdict.__dataclass_fields__}
        )
    report("judged", outcome=verdict.outcome, reason=verdict.reason, steps=verdict.steps)
    return verdict


def main() -> None:
    """Play one episode; exit with 0 judged, 2 wrong use, 3 invalid."""
    escape_what_cannot_be_printed()
    wishes = Wishes()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: wishes.stop.set())
    signal.signal(ABORT_SIGNAL, lambda *_: wishes.abort.set())
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    node = Node("episode_client", automatically_declare_parameters_from_overrides=True)
    executor = make_executor()
    executor.add_node(node)
    thread = threading.Thread(target=_spin, args=(executor,), daemon=True)
    try:
        values = declare(node, PARAMETERS)
        thread.start()
        verdict = _play(node, values, wishes)
        status = _INVALID if verdict.outcome == "invalid" else _JUDGED
    except EyehandError as error:
        print(f"error: {error}", file=sys.stderr, flush=True)
        status = _WRONG_USE if isinstance(error, ConfigError) else _INVALID
    finally:
        executor.shutdown()
        if thread.is_alive():
            thread.join(_JOIN_S)
        node.destroy_node()
        rclpy.try_shutdown()
    sys.exit(status)


def _spin(executor: Any) -> None:
    try:
        executor.spin()
    except ExternalShutdownException:
        return
