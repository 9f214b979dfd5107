"""A mistake in a configuration file is told with its line and stops nothing else."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from eyehand_bench.cli.main import main
from eyehand_bench.commands.episode_checks import check_task

sys.path.insert(0, str(Path(__file__).parent))
from command_line import EPISODE

from eyehand_bench import library


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the shared folder, for spoiling files in it."""
    for name in ("config", "urdf"):
        shutil.copytree(library.share_folder() / name, tmp_path / "share" / name)
    monkeypatch.setattr(library, "share_folder", lambda: tmp_path / "share")
    return tmp_path / "share"


def spoil(path: Path, right: str, wrong: str) -> None:
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong, 1))


@pytest.mark.parametrize(
    ("file", "right", "wrong", "says"),
    [
        ("tasks/manipulation/place_cube_in_bowl.yaml", "budget:", "budgte:", "mean budget?"),
        ("robots/dual_x5.yaml", "root_frame:", "rot_frame:", "mean root_frame?"),
        ("environments/tabletop.yaml", "table_height:", "tabel_height:", "mean table_height?"),
    ],
)
def test_a_misspelt_key_is_told_with_its_line_before_anything_starts(
    share: Path, capsys: pytest.CaptureFixture[str], file: str, right: str, wrong: str, says: str
) -> None:
    spoil(share / "config" / file, right, wrong)
    assert main([*EPISODE, "--out", str(share / "record")]) == 2
    error = capsys.readouterr().err
    assert Path(file).name in error
    assert re.search(rf"line \d+  {wrong} unknown key", error)
    assert says in error
    assert not (share / "record").exists()


@pytest.mark.slow
def test_a_broken_task_file_hides_no_other_task(
    share: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(share / "config/tasks/manipulation/place_cube_in_bowl.yaml", "budget:", "budgte:")
    spoil(share / "config/tasks/manipulation/lift_pot.yaml", "budget:", "budgget:")
    assert main(["tasks", "--json"]) == 2
    captured = capsys.readouterr()
    listed = {task["id"] for task in json.loads(captured.out)}
    assert listed == set(library.task_files()) - {"place_cube_in_bowl", "lift_pot"}
    assert "place_cube_in_bowl.yaml" in captured.err
    assert "budgte: unknown key" in captured.err
    assert "lift_pot.yaml" in captured.err
    assert main(["tasks", "lift_pot"]) == 2
    assert "place_cube_in_bowl" not in capsys.readouterr().err


def test_a_broken_task_file_stops_no_other_task(
    share: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(share / "config/tasks/manipulation/lift_pot.yaml", "budget:", "budgget:")
    assert main(["tasks", "place_cube_in_bowl"]) == 0
    arguments = argparse.Namespace(task="place_cube_in_bowl", condition="active", agent="expert")
    check_task(arguments, "dual_x5")
    assert capsys.readouterr().err == ""
