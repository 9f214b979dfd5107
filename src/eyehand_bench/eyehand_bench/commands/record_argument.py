"""The record that a command looks at."""

from __future__ import annotations

from pathlib import Path

from eyehand_bench.cli.arguments import Parser
from eyehand_bench.cli.usage_error import UsageError


def add_record(parser: Parser) -> None:
    """Declare the record."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="folder of a record")


def bag_of(record: Path) -> Path:
    """Return the bag of a record folder; a bag folder itself is taken too.

    Raises:
        UsageError: there is none.
    """
    for folder in (record / "bag", record):
        if any(folder.glob("*.mcap")):
            return folder
    raise UsageError(
        f"no bag in {record}", ["give the folder that --out named when the episode was run"]
    )
