"""``eyehand demonstrate``: a demonstration made of the record of a successful expert."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from eyehand_core.errors import ConfigError

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, folder_path
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.program import shown_path
from eyehand_bench.commands.command import COMMANDS
from eyehand_bench.commands.record_argument import add_record, bag_of

FOLDER = Path("out/demonstrations")
_MOST_FRAMES = 80
"""About as many as VA-Bench (arXiv 2609.19554) shows."""


class DemonstrateCommand:
    """Draw a record again from the start view, without anything but pictures."""

    summary = "make a demonstration for models of the record of an expert's success"

    def add_arguments(self, parser: Parser) -> None:
        """Declare the record and where the demonstration goes."""
        add_record(parser)
        parser.add_argument(
            "--out",
            type=folder_path,
            default=FOLDER,
            metavar="DIR",
            help=f"folder of all demonstrations; by default {FOLDER}",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Write frames and description; print where they are."""
        from eyehand_bench.demonstration.folder import write_demonstration
        from eyehand_bench.demonstration.frames import episode_frames
        from eyehand_bench.record.episode_file import read_episode

        bag = bag_of(arguments.record)
        episode = read_episode(arguments.record)
        check_suits(episode)
        folder = arguments.out / str(episode["task"])
        console = Console(quiet=arguments.quiet)
        about = {key: episode[key] for key in ("task", "seed", "robot", "digest")}
        described = write_demonstration(
            folder,
            {**about, "goal": _goal(episode)},
            episode_frames(bag, episode, _MOST_FRAMES),
            lambda count: console.status(f"drawing frame {count}"),
        )
        console.close()
        print(json.dumps({**described, "demonstration": shown_path(folder)}))
        return exit_status.JUDGED


def check_suits(episode: dict[str, Any]) -> None:
    """Refuse a record that must not be shown to a model as an example.

    Raises:
        ConfigError: no success, nobody privileged, no robot, or a test seed.
    """
    from eyehand_agent.demonstrations.demonstration import check_seed

    if (episode.get("outcome"), episode["agent"]) != ("success", "expert"):
        raise ConfigError(
            f"the record is {episode.get('outcome', 'unfinished')!r} by {episode['agent']!r}; "
            "a demonstration needs a success of the agent 'expert'"
        )
    if not episode["robot"]:
        raise ConfigError(f"task {episode['task']!r} has no robot, so nothing to demonstrate")
    check_seed(int(episode["seed"]))


def _goal(episode: dict[str, Any]) -> str:
    from eyehand_core.robot import load_robot
    from eyehand_core.tasks.library import library_for

    robot = load_robot(library.robot_files()[episode["robot"]])
    tasks = library_for(library.config_folder(), robot)
    return tasks.load_instance(episode["task"], int(episode["seed"])).goal


COMMANDS.add("demonstrate", DemonstrateCommand())
