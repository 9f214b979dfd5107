"""``eyehand tasks check``: mistakes in a file, and what only physics shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_bench.cli.main import main
from eyehand_bench.direct.task_check import check_task
from eyehand_core.config_problem import ConfigFileError

CONFIG = Path(__file__).resolve().parents[3] / "config"
CUBE = CONFIG / "tasks" / "manipulation" / "grasp_single_cube.yaml"

LAYOUT = CONFIG / "tasks" / "layout" / "cup_right_of_table.yaml"
SET = CONFIG / "tasks" / "layout" / "place_single.set.yaml"


def changed(folder: Path, old: str, new: str) -> Path:
    """Return a copy of a sound task with one change."""
    text = CUBE.read_text(encoding="utf-8")
    assert old in text
    path = folder / CUBE.name
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_mistakes_of_the_file_are_named_with_their_lines(tmp_path: Path) -> None:
    path = changed(tmp_path, "above: 0.05}", "abvoe: 0.05}")
    with pytest.raises(ConfigFileError, match="did you mean above"):
        check_task(CONFIG, path)


@pytest.mark.sim
def test_a_sound_task_has_no_findings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "check", str(CUBE)]) == 0
    assert "sound" in capsys.readouterr().out


@pytest.mark.sim
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("point: cube}\n  - close", "point: cube, above: 0.08}\n  - close", "not true at the end"),
        ("above: 0.05}\n    - closed_on", "above: 0.3}\n    - closed_on", "above=0.3"),
    ],
)
def test_what_the_expert_could_not_do_is_said(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    findings = check_task(CONFIG, changed(tmp_path, old, new))
    assert any(expected in finding for finding in findings)


def test_the_expert_of_a_layout_is_played(tmp_path: Path) -> None:
    path = tmp_path / LAYOUT.name
    text = LAYOUT.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    assert check_task(CONFIG, path) == []
    wrong = text.rpartition("to_the_right_of")
    path.write_text(f"{wrong[0]}to_the_left_of{wrong[2]}", encoding="utf-8")
    findings = check_task(CONFIG, path)
    assert any("the expert did not succeed" in finding for finding in findings)
    assert any("not true at the end: " in finding for finding in findings)


@pytest.mark.slow
def test_a_set_is_checked_task_by_task(tmp_path: Path) -> None:
    assert check_task(CONFIG, SET) == []
    path = tmp_path / "mine.set.yaml"
    text = SET.read_text(encoding="utf-8")
    path.write_text(
        text.replace("in_row_with, relation_target: piano", "behind, relation_target: piano", 1)
    )
    findings = check_task(CONFIG, path)
    assert findings and all(finding.startswith("place_single_1_01: ") for finding in findings)
    path.write_text(text.partition("tasks:")[0] + "tasks:\n", encoding="utf-8")
    assert check_task(CONFIG, path) == ["no task; add ids with their keys under 'tasks'"]


def test_check_needs_a_file_and_a_file_needs_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "check"]) == 2
    assert "tasks check FILE" in capsys.readouterr().err
    assert main(["tasks", "click_bell", str(CUBE)]) == 2
    assert f"tasks check {CUBE}" in capsys.readouterr().err
