"""Where a record goes when nobody says where."""

from __future__ import annotations

from pathlib import Path

from eyehand_core.errors import ConfigError

RECORDS = Path("out")


def claim_folder(task: str, seed: int, agent: str, records: Path = RECORDS) -> Path:
    """Make a new folder ``<records>/<task>-<seed>-<agent>`` and return it.

    If that name is taken, ``-2``, ``-3`` and so on is appended. Making it claims it, so that two
    runs side by side get two folders.

    Raises:
        ConfigError: it cannot be made.
    """
    name, number = f"{task}-{seed}-{agent}", 1
    while True:
        folder = records / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(parents=True)
            return folder
        except FileExistsError:
            if not records.is_dir():
                raise ConfigError(f"{records} is not a folder; choose another --out") from None
            number += 1
        except OSError as error:
            raise ConfigError(
                f"cannot write to {records}: {error.strerror}; choose another --out"
            ) from error
