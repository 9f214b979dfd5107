"""A record that was made with other task or robot files is told from one that was not."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from episode_bags import ENDED, EpisodeBag
from eyehand_bench.cli.main import main
from eyehand_bench.record import topics
from eyehand_bench.record.conclusion import conclude
from eyehand_bench.record.episode_plan import EpisodePlan, EpisodeVerdict
from eyehand_bench.record.file_versions import changed_files
from eyehand_bench.record.rescoring import rescore
from eyehand_core.errors import RecordError

from eyehand_bench import library

PLAN = EpisodePlan(task="place_cube_in_bowl", seed=3, robot="dual_x5", profile="bench")
TASK = "config/tasks/manipulation/place_cube_in_bowl.yaml"
ROBOT = "config/robots/dual_x5.yaml"
CONDITION = "config/conditions/active.yaml"


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the shared folder, for changing files in it."""
    folder = tmp_path / "share"
    for name in ("config", "urdf"):
        shutil.copytree(library.share_folder() / name, folder / name)
    monkeypatch.setattr(library, "share_folder", lambda: folder)
    return folder


@pytest.fixture
def record(tmp_path: Path, share: Path) -> Path:
    """Write a record whose samples hold no object, as if the task had named others."""
    bag = EpisodeBag(tmp_path / "record" / "bag")
    bag.add_samples(range(3))
    fields = {"task": PLAN.task, "seed": PLAN.seed, "robot": PLAN.robot, "condition": "active"}
    bag.add(topics.EPISODE, phase=ENDED, outcome="failure", ending="budget", **fields)
    bag.close()
    verdict = EpisodeVerdict(outcome="failure", ending="budget", reason="")
    conclude(tmp_path / "record", PLAN, verdict, "then")
    return tmp_path / "record"


def test_files_that_have_not_changed_are_not_mentioned(record: Path) -> None:
    assert changed_files(record) == ()


@pytest.mark.parametrize(
    ("file", "kind"), [(TASK, "task"), (ROBOT, "robot"), (CONDITION, "condition")]
)
@pytest.mark.parametrize("gone", [False, True])
def test_a_changed_file_is_named_with_what_to_do(
    record: Path, share: Path, file: str, kind: str, gone: bool
) -> None:
    path = share / file
    path.unlink() if gone else path.write_text(path.read_text() + "\n# another version\n")
    (sentence,) = changed_files(record)
    assert f"another version of the {kind} file {path.stem!r}" in sentence
    assert "check out the commit" in sentence


def test_a_record_that_does_not_fit_the_present_task_says_so(
    record: Path, share: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RecordError, match="made with another version of the task"):
        rescore(record / "bag")
    path = share / TASK
    path.write_text(path.read_text().replace("version: 1", "version: 2"))
    assert main(["score", str(record)]) == 3
    assert "check out the commit" in capsys.readouterr().err


def test_a_record_without_episode_file_has_no_known_versions(tmp_path: Path) -> None:
    assert changed_files(tmp_path) == ()
