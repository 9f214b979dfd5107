"""``eyehand replay``: the decisions of a record once more, on a fresh world."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from eyehand_core.errors import RecordError

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, folder_path
from eyehand_bench.cli.console import Console
from eyehand_bench.commands.command import COMMANDS
from eyehand_bench.commands.record_argument import add_record, bag_of
from eyehand_bench.commands.run import play, result_of

_COMPARED = ("outcome", "ending", "steps", "digest")


class ReplayCommand:
    """Play the decisions of a record again and compare the two episodes."""

    summary = "carry out the decisions of a record again and compare the states"

    def add_arguments(self, parser: Parser) -> None:
        """Declare both records."""
        add_record(parser)
        parser.add_argument(
            "--out",
            type=folder_path,
            metavar="DIR",
            help="folder of the new record; by default a new one in out/",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Play; the last line of standard output is the result."""
        from eyehand_bench.record.episode_file import read_episode

        bag = bag_of(arguments.record)
        old = read_episode(arguments.record)
        texts = _texts(bag)
        with tempfile.TemporaryDirectory(prefix="eyehand-replay-") as folder:
            decisions = Path(folder) / "decisions.json"
            decisions.write_text(json.dumps(texts), encoding="utf-8")
            episode = _episode(old, arguments.out)
            new, record = play(episode, Console(quiet=arguments.quiet), decisions)
        differences = [
            f"{name}: {old.get(name)!r}, again {new[name]!r}"
            for name in _COMPARED
            if old.get(name) != new[name]
        ]
        result = result_of(new, record)
        result |= {"replay_of": str(arguments.record), "differences": differences}
        print(json.dumps(result, ensure_ascii=False))
        return exit_status.INVALID if differences else exit_status.JUDGED


def _texts(bag: Path) -> list[str]:
    """Return every text that the agent gave, inadmissible ones included."""
    from eyehand_bench.record import topics
    from eyehand_bench.record.bag_reader import BagReader

    reader = BagReader(bag)
    texts = [str(item.message.raw) for item in reader.typed_messages(f"/{topics.DECISIONS}")]
    if reader.damage:
        raise RecordError(
            f"{bag}: {reader.damage}; only a whole record can be replayed; "
            "./eyehand score tells what this one still says"
        )
    return texts


def _episode(old: dict[str, Any], out: Path | None) -> argparse.Namespace:
    """Return the arguments that ``run`` would get."""
    return argparse.Namespace(
        task=old["task"],
        seed=int(old["seed"]),
        agent="replay",
        out=out,
        model="",
        base_url="",
        settings=None,
        robot=old["robot"] or library.DEFAULT_ROBOT,
        world=old["world"],
        condition=old["condition"],
        profile=old["profile"],
        renderer="",
    )


COMMANDS.add("replay", ReplayCommand())
