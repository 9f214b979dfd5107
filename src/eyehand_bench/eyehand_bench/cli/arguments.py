"""Argument parsing that never guesses: no prefixes, and mistakes are answered with suggestions."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from eyehand_core.errors import nearest_name

from eyehand_bench.cli.usage_error import UsageError


class Parser(argparse.ArgumentParser):
    """Parser of one command.

    Args:
        prog: how the user calls the command.
        description: one sentence.
    """

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False)
        output = self.add_argument_group("output")
        output.add_argument("--quiet", action="store_true", help="no progress on standard error")
        output.add_argument(
            "--json", action="store_true", help="print the result as one JSON object"
        )

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise UsageError(message, [f"options:  {self.prog} --help"])

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Return the arguments.

        Raises:
            UsageError: unknown, missing or malformed arguments.
        """
        arguments, rest = self.parse_known_args(words)
        if rest:
            raise self._unknown(rest[0])
        return arguments

    def _unknown(self, word: str) -> UsageError:
        name = word.split("=", 1)[0]
        if not name.startswith("-"):
            return UsageError(f"unexpected argument {word!r}", [f"options:  {self.prog} --help"])
        nearest = nearest_name(name, self._options())
        hints = [f"did you mean: {nearest}"] if nearest else []
        return UsageError(f"unknown option {name!r}", [*hints, f"options:  {self.prog} --help"])

    def _options(self) -> Iterator[str]:
        for action in self._actions:
            yield from action.option_strings


def folder_path(text: str) -> Path:
    """Convert the name of a folder; nothing at all is a mistake, not the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError(f"expected the name of a folder, got {text!r}")
    return Path(text)


def existing_file(text: str) -> Path:
    """Convert the name of a file that is there."""
    path = Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"no file {text!r}")
    return path.absolute()


def writable_folder(text: str) -> Path:
    """Convert the name of a folder to write to, checked before any work is done for it."""
    path = folder_path(text)
    nearest = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        raise argparse.ArgumentTypeError(f"cannot write to the folder {text!r}; choose another")
    return path


def growing_file(text: str) -> Path:
    """Convert the name of a file that is added to, or made."""
    path = Path(text)
    if not text.strip() or path.is_dir():
        raise argparse.ArgumentTypeError(f"expected the name of a file, got {text!r}")
    writable_folder(str(path.parent))
    return path


def new_file(*suffixes: str) -> argparse._ActionType:
    """Return a converter for files to write, checked before any work is done for them."""

    def convert(text: str) -> Path:
        path = Path(text)
        if not path.name.endswith(suffixes):
            wanted = " or ".join(suffixes)
            raise argparse.ArgumentTypeError(f"expected a name that ends in {wanted}, got {text!r}")
        if path.is_dir() or not os.access(path.parent, os.W_OK):
            raise argparse.ArgumentTypeError(
                f"cannot write {text!r}; choose a file in a folder that exists"
            )
        return path

    return convert


def whole_number(lower: int, upper: int) -> argparse._ActionType:
    """Return a converter for integers within ``lower``..``upper``, which are not negative."""

    def convert(text: str) -> int:
        is_plain = text.isascii() and text.isdigit()  # int() takes 1_000 and other scripts too
        value = int(text) if is_plain and len(text) <= len(str(upper)) else lower - 1
        if not lower <= value <= upper:
            raise argparse.ArgumentTypeError(f"expected an integer {lower}-{upper}, got {text!r}")
        return value

    return convert
