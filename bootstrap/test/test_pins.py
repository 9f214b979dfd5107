"""The pins: readable, complete, satisfied, and listed with their licences."""

from __future__ import annotations

import importlib.metadata
import re
from pathlib import Path

import pytest
from eyehand_setup import pins
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "bootstrap" / "requirements"
UNUSED = {"isaacsim-sensor"}
"""Declared by isaacsim-ros2, whose simulator is not installed."""


def test_wrong_lines_are_refused_with_their_number(tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_text("# words\na==1\nb>=2\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"r.txt line 3: 'b>=2' is not name==version"):
        pins.read([path])
    path.write_text("a==1\nA==2\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 2: 'A' is pinned twice"):
        pins.read([path])


def test_locks_of_the_runtime_are_complete_and_agree() -> None:
    locked = pins.read([REQUIREMENTS / "runtime.txt", REQUIREMENTS / "tools.txt"])
    installed = {
        pins.normalise(distribution.name): distribution
        for distribution in importlib.metadata.distributions()
    }
    if "isaacsim-ros2" not in installed:
        pytest.skip("ROS 2 is sourced: the locks are not in use")
    for name, version in locked.items():
        for text in installed[name].requires or []:
            requirement = Requirement(re.sub(r"\(([^)]*)\)", r"\1", text))
            needed = pins.normalise(requirement.name)
            if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
                continue
            if needed not in UNUSED:
                assert needed in locked, f"{name} needs {text}"
                assert requirement.specifier.contains(locked[needed]), f"{name} needs {text}"
        assert installed[name].version == version


def test_every_pin_is_listed_with_its_licence() -> None:
    table = (ROOT / "docs" / "third_party.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| ")]
    listed = {(pins.normalise(row[1].strip()), row[2].strip()) for row in rows}
    files = [REQUIREMENTS / f"{name}.txt" for name in ("runtime", "tools", "sdk")]
    for path in files:
        for item in pins.read([path]).items():
            assert item in listed, f"docs/third_party.md does not list {item} of {path.name}"
    assert all(row[3].strip() for row in rows if len(row) > 5)
