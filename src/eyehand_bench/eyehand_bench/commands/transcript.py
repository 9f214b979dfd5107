"""``eyehand transcript``: what was said to a model and what it answered, from the bag."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser
from eyehand_bench.commands.command import COMMANDS
from eyehand_bench.commands.record_argument import add_record, bag_of


class TranscriptCommand:
    """Print the conversation of a record."""

    summary = "print what was said to the model of a record, and what it answered"

    def add_arguments(self, parser: Parser) -> None:
        """Declare the record."""
        add_record(parser)

    def execute(self, arguments: argparse.Namespace) -> int:
        """Print the transcript, as text or as one JSON array."""
        from eyehand_bench.record.transcript_text import read_exchanges, transcript_text

        exchanges = read_exchanges(bag_of(arguments.record))
        if arguments.json:
            print(json.dumps([asdict(exchange) for exchange in exchanges], ensure_ascii=False))
        else:
            print(transcript_text(exchanges))
        return exit_status.JUDGED


COMMANDS.add("transcript", TranscriptCommand())
