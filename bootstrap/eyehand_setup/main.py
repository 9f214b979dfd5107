"""The command line of set-up."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
from pathlib import Path

from eyehand_setup import disk, ending, sequence
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError

EXIT_FAILED = 3
EXIT_SIGNAL = 128
"""Exit status to which the number of a signal is added, as shells do."""

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
    ending.raise_on_signals()
    try:
        sequence.set_up(layout, os.environ, progress, arguments.quiet)
    except SetupError as error:
        progress.error(error)
        return EXIT_FAILED
    except OSError as error:
        progress.error(_explained(error, layout))
        return EXIT_FAILED
    except ending.Ended as ended:
        with contextlib.suppress(OSError):  # after SIGHUP the terminal is gone
            progress.error(SetupError("set-up was interrupted", RESUME))
        return EXIT_SIGNAL + ended.number
    return 0


def _explained(error: OSError, layout: Layout) -> SetupError:
    """Return an error of the file system in words."""
    if error.errno == errno.ENOSPC:
        return SetupError(disk.full(layout.folder, "the disk ran full"), *disk.REMEDY)
    name = layout.relative(Path(error.filename)) if error.filename else "a file"
    return SetupError(
        f"{name}: {error.strerror or error}",
        "set-up has to be able to write in .eyehand/ at the top of the checkout",
        "if it belongs to somebody else or is damaged, remove it and run this again",
    )
