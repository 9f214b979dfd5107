"""Where a record goes when nobody says where."""

from __future__ import annotations

from pathlib import Path

from eyehand_core.errors import ConfigError

RECORDS = Path("out")


def claim_folder(task: str, seed: int, agent: str) -> Path:
    """Make a new folder ``out/<task>-<seed>-<agent>`` below the working folder and return it.

    If that name is taken, ``-2``, ``-3`` and so on is appended. Making it claims it, so that two
    runs side by side get two folders.

    Raises:
        ConfigError: it cannot be made.
    """
    name, number = f"{task}-{seed}-{agent}", 1
    while True:
        folder = RECORDS / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(parents=True)
            return folder
        except FileExistsError:
            if not RECORDS.is_dir():
                raise ConfigError(f"{RECORDS} is not a folder; choose another --out") from None
            number += 1
        except OSError as error:
            raise ConfigError(
                f"cannot write to {RECORDS}: {error.strerror}; choose another --out"
            ) from error
