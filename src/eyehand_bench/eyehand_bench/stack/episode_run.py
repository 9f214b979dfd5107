"""One recorded episode from start to end: domain, nodes, progress, record, nothing left behind."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eyehand_core.errors import ConfigError, RecordError

from eyehand_bench import library
from eyehand_bench.record import conclusion
from eyehand_bench.record.episode_file import holds_record, read_episode
from eyehand_bench.record.episode_plan import EpisodePlan, EpisodeVerdict, invalid
from eyehand_bench.stack.domain import reserve_domain
from eyehand_bench.stack.stack_process import NodeDeath, StackProcess

_POLL_S = 0.1
_END_S = 30.0
"""How long the nodes may take to end after the episode is over, before they are stopped."""

_SILENCE_S = 600.0
"""The client of an episode tells what it waits for every few seconds; only its check of the record
is silent, for seconds. Longer than this, it hangs."""

Observer = Callable[[Mapping[str, Any]], None]
"""Takes each event of a run, and an event ``tick`` between them."""


def run_episode(
    plan: EpisodePlan, record: Path, settings: Mapping[str, str], observe: Observer
) -> dict[str, Any]:
    """Play one episode and return the content of its ``episode.json``.

    Args:
        plan: what to play.
        record: folder of the record; must not hold one yet.
        settings: further launch arguments, for example ``base_url``.
        observe: takes progress.

    Raises:
        ConfigError: the record folder cannot be used.
        StackError: no domain is free, or a process does not end.
        KeyboardInterrupt: stopped by the user; the record says so.
    """
    check_folder(record)
    started = conclusion.now()
    with _scratch_folder() as scratch, reserve_domain() as domain:
        observe({"event": "domain", "number": domain.number})
        arguments = {
            "task": plan.task,
            "seed": str(plan.seed),
            "condition": plan.condition,
            "agent": plan.agent,
            "model": plan.model,
            "world": plan.world,
            "robot": plan.robot,
            "profile": plan.profile,
            "out": str(record.resolve()),
            "events": str(scratch / "events.jsonl"),
            **settings,
        }
        launch_file = library.share_folder() / "launch" / "sim_episode.launch.py"
        given = {name: value for name, value in arguments.items() if value}
        stack = StackProcess(launch_file, given, domain, scratch)
        try:
            trouble = _follow(stack, observe)
        except KeyboardInterrupt:
            _stop(stack, observe)
            verdict = invalid("stopped by the user", ending="operator_abort")
            _settle(record, plan, verdict, started)
            raise
        _stop(stack, observe)
        content = _outcome(record, plan, trouble, started)
        content["log"] = _keep_log(stack, content)
    return content


def check_folder(record: Path) -> None:
    """Make the folder of a record and make sure that it can be written.

    Raises:
        ConfigError: it holds a record already or cannot be written.
    """
    if holds_record(record):
        raise ConfigError(f"{record} already holds a record; choose another --out")
    try:
        record.mkdir(parents=True, exist_ok=True)
        probe = record / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise ConfigError(
            f"cannot write to {record}: {error.strerror}; choose another --out"
        ) from error


def _follow(stack: StackProcess, observe: Observer) -> str:
    """Pass events on until the stack has ended or must be ended; return what broke it off."""
    death: NodeDeath | None = None
    deadline: float | None = None
    judged = False
    heard = time.monotonic()
    while stack.running and (deadline is None or time.monotonic() < deadline):
        time.sleep(_POLL_S)
        observe({"event": "tick"})
        if time.monotonic() - heard > _SILENCE_S:
            return f"node 'episode' has told nothing for {_SILENCE_S:g} s"
        for event in stack.new_events():
            observe(event)
            heard = time.monotonic()
            if event["event"] not in ("judged", "ended"):
                continue
            judged = judged or event["event"] == "judged"
            deadline = deadline or time.monotonic() + _END_S
            if event["event"] == "ended" and death is None:
                death = NodeDeath(
                    node=event["node"], status=event["status"], last_words=event["last_words"]
                )
                if not judged:
                    observe({"event": "death", "what": death.sentence()})
    death = stack.death or death
    return death.sentence() if death else ""


def _stop(stack: StackProcess, observe: Observer) -> None:
    """Stop the nodes; a second Ctrl-C does not cut this short, its time is bounded."""
    observe({"event": "stopping"})
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        stack.stop()
    finally:
        signal.signal(signal.SIGINT, previous)


def _outcome(record: Path, plan: EpisodePlan, trouble: str, started: str) -> dict[str, Any]:
    """Return what ``episode.json`` says if its episode was judged; else say what broke off."""
    try:
        content = read_episode(record)
        concluded = content["state"] == conclusion.ENDED
        if concluded and content["ending"] != "operator_abort":
            return content
    except RecordError:
        concluded = False
    verdict = invalid(trouble or "the nodes ended before the episode did")
    return _settle(record, plan, verdict, started)


def _settle(
    record: Path, plan: EpisodePlan, verdict: EpisodeVerdict, started: str
) -> dict[str, Any]:
    """Write the record's end; if the disk takes nothing any more, at least return it."""
    try:
        return conclusion.conclude(record, plan, verdict, started)
    except RecordError as error:
        reason = f"{verdict.reason}; {error}"
        return {
            **vars(plan),
            "outcome": "invalid",
            "ending": "infrastructure_error",
            "reason": reason,
            "steps": 0,
            "budget": 0,
            "digest": "",
        }


def _keep_log(stack: StackProcess, content: Mapping[str, Any]) -> str:
    """Keep the log of the nodes where it helps; return its path, or why it could not be kept."""
    if content["outcome"] != "invalid":
        return ""
    kept = stack.log.parent.with_suffix(".log")
    try:
        shutil.copyfile(stack.log, kept)
    except OSError as error:
        return f"could not be kept: {error.strerror}"
    return str(kept)


@contextmanager
def _scratch_folder() -> Iterator[Path]:
    """Make a folder for logs and events that is gone afterwards."""
    base = Path(tempfile.gettempdir()) / f"eyehand-{os.getuid()}"
    base.mkdir(mode=0o700, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="run-", dir=base))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
