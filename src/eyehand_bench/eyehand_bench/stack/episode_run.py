"""One recorded episode from start to end: domain, nodes, progress, record, nothing left behind."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eyehand_core.errors import ConfigError, RecordError

from eyehand_bench import library
from eyehand_bench.record import conclusion
from eyehand_bench.record.episode_file import holds_record
from eyehand_bench.record.episode_plan import ABORT, EpisodePlan, EpisodeVerdict, invalid
from eyehand_bench.record.free_space import check_space
from eyehand_bench.record.settlement import settle
from eyehand_bench.stack.ctrl_c import CtrlC
from eyehand_bench.stack.domain import reserve_domain
from eyehand_bench.stack.episode_watch import SILENCE_S, EpisodeWatch, Observer
from eyehand_bench.stack.stack_process import StackProcess


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
        with CtrlC() as ctrl_c:
            stack = StackProcess(launch_file, given, domain, scratch)
            watch = EpisodeWatch(stack, observe, ctrl_c, SILENCE_S)
            verdict = _verdict(watch.run(), ctrl_c)
            incident = watch.incident
            _stop(stack, observe)
            content = settle(record, plan, verdict, started, incident)
        if ctrl_c.count:
            raise KeyboardInterrupt
        content["log"] = _keep_log(stack, content)
    return content


def check_folder(record: Path) -> None:
    """Make the folder of a record and make sure that it can be written.

    Raises:
        ConfigError: it is a file, holds anything already, cannot be written, or its disk is full.
    """
    if holds_record(record):
        raise ConfigError(f"{record} already holds a record; choose another --out")
    if record.exists() and not record.is_dir():
        raise ConfigError(f"{record} is a file, not a folder; choose another --out")
    try:
        record.mkdir(parents=True, exist_ok=True)
        other = min((path.name for path in record.iterdir()), default="")
        if other:
            raise ConfigError(
                f"{record} is not empty and no record: it holds {other!r}; "
                "give --out a new or empty folder"
            )
        probe = record / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        check_space(record)
    except RecordError as error:
        raise ConfigError(str(error)) from error
    except OSError as error:
        raise ConfigError(
            f"cannot write to {record}: {error.strerror}; choose another --out"
        ) from error


def _stop(stack: StackProcess, observe: Observer) -> None:
    observe({"event": "stopping"})
    stack.stop()


def _verdict(trouble: str, ctrl_c: CtrlC) -> EpisodeVerdict:
    """Return how an episode ended that its client has not brought to an end."""
    if ctrl_c.count:
        return invalid("stopped by the user", ending=ABORT)
    return invalid(trouble or "the nodes ended before the episode did")


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
