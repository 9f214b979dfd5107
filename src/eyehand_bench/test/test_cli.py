"""The command line answers mistakes quickly, shortly and without importing what is slow."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from eyehand_bench.cli.error_report import error_lines, status_of
from eyehand_bench.cli.main import main
from eyehand_bench.commands.episode_checks import check_task, instructions
from eyehand_core.errors import ConfigError, RecordError, StackError, UnknownNameError

from eyehand_bench import library

SLOW_MODULES = ("rclpy", "launch", "mujoco", "numpy", "cv2", "PIL", "yaml", "mcap", "rosbags")
EPISODE = ("run", "--task", "place_cube_in_bowl", "--seed", "1000", "--agent", "expert")
DRAW = ("layout", "draw", "cup_right_of_table", "--out")


def run(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "eyehand_bench", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("rnu",), "did you mean: run"),
        (("--task", "x"), "expected a command first, got '--task'"),
        ((*EPISODE[:2], "place_cube_in_bowls", *EPISODE[3:], "--out", "x"), "place_cube_in_bowl"),
        ((*EPISODE[:-1], "exprt", "--out", "x"), "did you mean: expert"),
        ((*EPISODE, "--out", "x", "--robot", "dual_x6"), "did you mean: dual_x5"),
        ((*EPISODE, "--out", "x", "--world", "mujco"), "did you mean: mujoco"),
        ((*EPISODE, "--out", "x", "--world", "layout"), "made for world 'mujoco'"),
        ((*EPISODE, "--out", "x", "--profile", "fin"), "did you mean: fine"),
        ((*EPISODE, "--out", "x", "--condition", "activ"), "did you mean: active"),
        ((*EPISODE, "--out", "x", "--tsk", "y"), "did you mean: --task"),
        ((*EPISODE, "--ou", "x"), "--out"),
        ((*EPISODE[:4], "ten", *EPISODE[5:], "--out", "x"), "expected an integer"),
        ((*EPISODE[:4], "1_000", *EPISODE[5:], "--out", "x"), "expected an integer"),
        ((*EPISODE[:4], "\u0661", *EPISODE[5:], "--out", "x"), "expected an integer"),
        ((*EPISODE[:4], "9" * 5000, *EPISODE[5:], "--out", "x"), "expected an integer"),
        ((*EPISODE[:4], "-1", *EPISODE[5:], "--out", "x"), "expected an integer"),
        ((*EPISODE, "--out", "x", "surplus"), "unexpected argument 'surplus'"),
        (("tasks", "lift_pto"), "did you mean: lift_pot"),
        (("score", "/nonexistent"), "no bag in /nonexistent"),
        (("replay", "/nonexistent"), "no bag in /nonexistent"),
        (("transcript", __file__), "no bag in"),
        ((*DRAW, "/nonexistent/x.jpg"), "choose a file in a folder that exists"),
        ((*DRAW, "/tmp/x.png"), "ends in .jpg or .jpeg"),
        (("layout", "generate", "--out", "/nonexistent/x.set.yaml"), "cannot write"),
    ],
)
def test_a_mistake_is_answered_with_what_helps(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert lines[0].startswith("error: ")
    assert 2 <= len(lines) <= 6
    assert says in captured.err


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("run", "--help"),
        ("rnu",),
        (*EPISODE[:2], "place_cube_in_bowls", *EPISODE[3:], "--out", "x"),
        (*EPISODE, "--tsk", "x"),
        ("tasks", "lift_pto"),
        ("score", "/nonexistent"),
    ],
)
def test_quick_answers_import_nothing_slow(words: tuple[str, ...]) -> None:
    """Rule G1; a clock would measure this machine, the list of modules measures the program."""
    script = (
        "import sys\nfrom eyehand_bench.cli.main import main\n"
        f"main({list(words)!r})\n"
        f"print('SLOW', [name for name in {SLOW_MODULES!r} if name in sys.modules])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "SLOW []" in ended.stdout


def test_help_is_a_result_and_nothing_at_all_is_a_mistake() -> None:
    helped = run("--help")
    assert helped.returncode == 0
    assert {"demo", "doctor", "run", "score", "tasks"} <= set(helped.stdout.split())
    assert run().returncode == 2


def test_an_existing_record_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "episode.json").write_text("{}")
    ended = run(*EPISODE, "--out", str(tmp_path))
    assert ended.returncode == 2
    assert "already holds a record" in ended.stderr
    assert (tmp_path / "episode.json").read_text() == "{}"


@pytest.mark.parametrize("command", [EPISODE, ("demo",)])
def test_a_record_needs_a_folder_of_its_own(command: tuple[str, ...], tmp_path: Path) -> None:
    """Files that happen to lie there would be taken for parts of the record."""
    (tmp_path / "notes.txt").write_text("mine")
    for out, says in (
        ("", "expected the name of a folder, got ''"),
        (str(tmp_path), "it holds 'notes.txt'"),
        (str(tmp_path / "notes.txt"), "is a file, not a folder"),
    ):
        ended = run(*command, "--out", out, cwd=tmp_path)
        assert ended.returncode == 2
        assert says in ended.stderr
        assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_folder_that_cannot_be_written_is_said() -> None:
    ended = run(*EPISODE, "--out", "/proc/nowhere")
    assert ended.returncode == 2
    assert "cannot write to /proc/nowhere" in ended.stderr


def test_a_missing_key_is_named_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    ended = run(
        *("run", "--task", "lift_pot", "--seed", "1", "--agent", "mllm", "--out", "x"),
        *("--model", "m", "--base-url", "https://models.example/v1"),
    )
    assert ended.returncode == 2
    assert "OPENAI_API_KEY" in ended.stderr
    assert len(ended.stderr.splitlines()) <= 6


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
    arguments = argparse.Namespace(task="place_cube_in_bowl", condition="active")
    check_task(arguments, "dual_x5")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("agent", "condition", "told"),
    [
        ("expert", "active+no_hints+own_summary", "no_hints+own_summary changes nothing"),
        ("random", "active+no_tools+shared_summary:m", "shared_summary:m changes nothing"),
        ("noop", "active", ""),
        ("noop", "active+no_tools", ""),
        ("replay", "active+no_hints", ""),
        ("mllm", "active+no_hints", ""),
    ],
)
def test_aids_that_an_agent_does_not_read_are_named(agent: str, condition: str, told: str) -> None:
    words = argparse.Namespace(
        agent=agent, condition=condition, settings=None, model="", base_url=""
    )
    lines = instructions(words)
    assert len(lines) == bool(told)
    assert told in "".join(lines)


def test_settings_that_an_agent_has_not_are_refused() -> None:
    ended = run(*EPISODE, "--out", "x", "--model", "m")
    assert ended.returncode == 2
    assert "no setting 'model'" in ended.stderr


def test_tasks_are_listed_as_json_with_all_fields() -> None:
    tasks = json.loads(run("tasks", "--json").stdout)
    assert {task["id"] for task in tasks} == set(library.task_files())
    fields = {"id", "kind", "family", "level", "version", "arms", "budget", "goal", "seeds"}
    assert all(set(task) == fields for task in tasks)


@pytest.mark.slow
def test_a_task_is_shown_in_words() -> None:
    shown = run("tasks", "lift_pot").stdout
    assert re.search(r"^arms +left, right$", shown, re.MULTILINE)
    assert "[" not in shown
    layout = run("tasks", "cup_right_of_table").stdout
    assert re.search(r"^arms +none$", layout, re.MULTILINE)
    table = run("tasks", "--kind", "layout").stdout.splitlines()
    column = table[0].index("arms")
    assert {line[column : column + 4].strip() for line in table[1:]} == {"-"}


@pytest.mark.slow
def test_filters_narrow_the_list() -> None:
    layouts = json.loads(run("tasks", "--json", "--kind", "layout").stdout)
    assert layouts
    assert {task["kind"] for task in layouts} == {"layout"}
    table = run("tasks", "--family", "lift_pot").stdout
    assert "lift_pot" in table
    assert "click_bell" not in table


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    ended = subprocess.run(
        f"{sys.executable} -m eyehand_bench tasks | true",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ConfigError("a"), 2),
        (UnknownNameError("task", "b", ["c"]), 2),
        (RecordError("d"), 3),
        (StackError("e"), 3),
        (ZeroDivisionError("f"), 3),
    ],
)
def test_errors_have_their_exit_status(error: Exception, status: int) -> None:
    assert status_of(error) == status
    assert len(error_lines(error)) <= 6


def test_an_unexpected_error_keeps_its_traceback_in_a_file() -> None:
    try:
        raise ZeroDivisionError("by nought")
    except ZeroDivisionError as error:
        lines = error_lines(error)
    path = Path(lines[1].split("traceback: ")[1])
    try:
        assert "test_cli.py" in path.read_text()
        assert os.stat(path).st_size > 0
    finally:
        path.unlink()


def test_an_unexpected_error_is_told_even_when_no_file_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    lines = error_lines(ZeroDivisionError("by nought"))
    assert lines[0] == "error: unexpected ZeroDivisionError: by nought"
    assert "could not be kept: Not a directory" in lines[1]


def test_long_errors_are_cut_with_the_number_of_lines_left_out() -> None:
    lines = error_lines(ConfigError("\n".join(f"problem {index}" for index in range(20))))
    assert len(lines) == 6
    assert lines[-1] == "  … and 15 more"


def test_a_long_line_keeps_what_was_perhaps_meant() -> None:
    names = ", ".join(f"name_{index}" for index in range(100))
    (line,) = error_lines(ConfigError(f"line 3  budgte: unknown key; allowed: {names}; try budget"))
    assert line.startswith("error: line 3  budgte: unknown key")
    assert line.endswith("try budget")
    assert len(line) <= 163
