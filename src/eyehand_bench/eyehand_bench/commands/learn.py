"""``eyehand learn``: a model watches demonstrations and writes the summary of a task."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, existing_file, folder_path
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.program import program_name, shown_path
from eyehand_bench.cli.usage_error import UsageError, unknown_name
from eyehand_bench.commands.command import COMMANDS
from eyehand_bench.commands.demonstrate import FOLDER

if TYPE_CHECKING:
    from eyehand_agent.demonstrations.demonstration import Demonstration
    from eyehand_agent.demonstrations.learning import Learned
    from eyehand_agent.mllm_settings import MllmSettings


class LearnCommand:
    """Hold the learning stage of one model and one task."""

    summary = "let a model write its summary of a demonstration, once for all seeds of a task"

    def add_arguments(self, parser: Parser) -> None:
        """Declare task, model and folders."""
        parser.add_argument("--task", required=True, metavar="ID", help="task id")
        parser.add_argument("--model", required=True, metavar="ID", help="model id")
        parser.add_argument("--base-url", required=True, metavar="URL", help="model endpoint")
        parser.add_argument(
            "--settings",
            type=existing_file,
            metavar="FILE",
            help="settings file of the agent mllm; by default config/agents/mllm.yaml",
        )
        parser.add_argument(
            "--demonstrations",
            type=folder_path,
            default=FOLDER,
            metavar="DIR",
            help=f"folder of all demonstrations; by default {FOLDER}",
        )
        parser.add_argument(
            "--again", action="store_true", help="write a new summary in place of the old one"
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Hold the stage; print how it ended and where the summary is."""
        from eyehand_agent.demonstrations.summary_store import summary_path
        from eyehand_agent.mllm_settings import MllmSettings

        check_task(arguments.task)
        settings = MllmSettings.from_mapping(
            library.agent_settings(
                "mllm", arguments.settings, model=arguments.model, base_url=arguments.base_url
            )
        )
        path = summary_path(settings.summaries, arguments.task, arguments.model)
        if path.exists() and not arguments.again:
            raise UsageError(
                f"{path} is there already", ["reuse it in all episodes, or give --again"]
            )
        console = Console(quiet=arguments.quiet)
        console.status(f"{arguments.model} is learning {arguments.task}")
        exchanges: list[Mapping[str, Any]] = []
        try:
            learned, shown = hold_stage(arguments, settings, exchanges)
        finally:
            console.close()
            if exchanges:
                _write_transcript(path.with_suffix(".transcript.jsonl"), exchanges)
        result = {"task": arguments.task, "model": arguments.model, "learned": False}
        result |= {"reason": learned.reason, "frames": learned.frames, "rounds": learned.rounds}
        if learned.summary is not None:
            result |= {"learned": True, "summary": shown_path(_save(settings, learned, shown))}
        print(json.dumps(result, ensure_ascii=False))
        return exit_status.JUDGED if learned.summary else exit_status.INVALID


def check_task(task: str) -> None:
    """Refuse a task that does not exist or that a robot does not play.

    Raises:
        UsageError: it is such a task.
    """
    tasks = library.task_files()
    if task not in tasks:
        raise unknown_name("task", task, tasks, f"{program_name()} tasks")
    if task in library.layout_tasks():
        raise UsageError(f"task {task!r} has no robot, so nothing to watch")


def hold_stage(
    arguments: argparse.Namespace, settings: MllmSettings, exchanges: list[Mapping[str, Any]]
) -> tuple[Learned, tuple[Demonstration, ...]]:
    """Return how the stage ended and what was shown.

    Args:
        arguments: task and folder of the demonstrations.
        settings: of the model.
        exchanges: takes every exchange with it.

    Raises:
        ConfigError: a demonstration is missing, or the endpoint cannot do it.
        EndpointError: the endpoint failed.
    """
    from eyehand_agent.demonstrations.demonstration import (
        demonstrated_tasks,
        load_demonstration,
        taught_task,
    )
    from eyehand_agent.demonstrations.learning import LearningStage
    from eyehand_agent.endpoints.chat_client import ChatClient
    from eyehand_agent.endpoints.prices import read_prices
    from eyehand_agent.endpoints.spending import Spending
    from eyehand_agent.survey import survey

    shown = tuple(
        load_demonstration(arguments.demonstrations, name)
        for name in demonstrated_tasks(arguments.task)
    )
    prices = read_prices(library.config_folder() / "prices.yaml")
    spending = Spending(settings.spending)
    client = ChatClient(settings.endpoint, exchanges.append, prices, spending)
    found = survey(settings, client, views=1)
    return LearningStage(taught_task(arguments.task), shown, settings, client, found).run(), shown


def _save(settings: MllmSettings, learned: Learned, shown: tuple[Demonstration, ...]) -> Path:
    from eyehand_agent.demonstrations.summary_store import save_summary

    from eyehand_bench.record.conclusion import now

    assert learned.summary is not None
    origin = {
        "host": settings.endpoint.host,
        "written": now(),
        "frames_seen": dict(learned.frames),
        "demonstrations": [{"task": d.task, "seed": d.seed, "digest": d.digest} for d in shown],
    }
    return save_summary(settings.summaries, learned.summary, origin)


def _write_transcript(path: Path, exchanges: list[Mapping[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(exchange, ensure_ascii=False) for exchange in exchanges)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


COMMANDS.add("learn", LearnCommand())
