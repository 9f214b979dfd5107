"""Files of a configuration folder by name."""

from __future__ import annotations

from pathlib import Path


def named_files(folder: Path) -> dict[str, Path]:
    """Return the YAML files directly in a folder by their name without ending, sorted."""
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}
