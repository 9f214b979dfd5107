"""The command line of set-up."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from eyehand_setup import sequence
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError

EXIT_FAILED = 3
EXIT_INTERRUPTED = 130
RESUME = "run it again: it goes on where it stopped"


def main() -> int:
    """Set up the checkout that this file belongs to."""
    parser = argparse.ArgumentParser(
        prog="bootstrap/setup.sh",
        description="Set up this checkout: environments, system packages, workspace.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--quiet", action="store_true", help="say nothing when nothing is to be done"
    )
    arguments = parser.parse_args()
    progress = Progress()
    layout = Layout(Path(__file__).resolve().parents[2])
    try:
        sequence.set_up(layout, os.environ, progress, arguments.quiet)
    except SetupError as error:
        progress.error(error)
        return EXIT_FAILED
    except KeyboardInterrupt:
        progress.error(SetupError("set-up was interrupted", RESUME))
        return EXIT_INTERRUPTED
    return 0
