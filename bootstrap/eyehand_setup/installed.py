"""Compare an environment with its pins, file by file, without starting its interpreter."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from pathlib import Path

from eyehand_setup.pins import normalise


def problems(site_packages: Path, pins: Mapping[str, str]) -> dict[str, str]:
    """Return what is wrong with each pinned distribution that isn't whole, by normalised name."""
    present = _metadata_folders(site_packages)
    found = {
        name: _problem(site_packages, present.get(name, []), version)
        for name, version in pins.items()
    }
    return {name: problem for name, problem in found.items() if problem}


def unusable_metadata(site_packages: Path, names: Mapping[str, str]) -> list[Path]:
    """Return metadata folders of these distributions that an installer could not uninstall by."""
    present = _metadata_folders(site_packages)
    return [
        folder
        for name in names
        for folder in present.get(name, [])
        if len(present[name]) > 1 or not (folder / "METADATA").is_file() or not _rows(folder)
    ]


def _metadata_folders(site_packages: Path) -> dict[str, list[Path]]:
    folders: dict[str, list[Path]] = {}
    for folder in site_packages.glob("*.dist-info"):
        name = folder.name[: -len(".dist-info")].rpartition("-")[0]
        folders.setdefault(normalise(name), []).append(folder)
    return folders


def _problem(site_packages: Path, folders: list[Path], version: str) -> str:
    if not folders:
        return "missing"
    if len(folders) > 1:
        return "there twice"
    found = folders[0].name[: -len(".dist-info")].rpartition("-")[2]
    if found != version:
        return f"version {found} instead of {version}"
    rows = _rows(folders[0])
    if not rows:
        return "half installed"
    for path, size in rows:
        try:
            actual = os.stat(f"{site_packages}/{path}").st_size
        except OSError:
            return f"{path} is missing"
        if size and actual != int(size) and not _may_change(path):
            return f"{path} has {actual} bytes instead of {size}"
    return ""


def _rows(folder: Path) -> list[tuple[str, str]]:
    """Return path and size of each recorded file; empty when the record is absent or cut off."""
    try:
        text = (folder / "RECORD").read_text(encoding="utf-8")
    except OSError:
        return []
    rows = [row for row in csv.reader(text.splitlines()) if row]
    if any(len(row) != 3 for row in rows):
        return []
    return [(path, size) for path, _, size in rows if not path.endswith(".pyc")]


def _may_change(path: str) -> bool:
    """Tell whether set-up itself changes a file after installation (the SDK's CMake files)."""
    return path.endswith(".cmake")
