"""Proofs of seeds: what is kept, what is rejected, and that work survives an interruption."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from eyehand_bench.cli.usage_error import UsageError
from eyehand_bench.direct.workplace import Workplace, workplace
from eyehand_bench.seeds.entry_file import EntryFile
from eyehand_bench.seeds.identity import identity_of
from eyehand_bench.seeds.probe import Probe
from eyehand_bench.seeds.proof_file import kept
from eyehand_bench.seeds.protocol import probe_seed
from eyehand_bench.seeds.task_seeds import write_seeds
from eyehand_core.errors import ConfigError
from eyehand_core.tasks.reader import read_task

from eyehand_world import physics_settings

CONFIG = Path(__file__).resolve().parents[3] / "config"
IDENTITY = {"task": "x", "version": 1}
PROBES = [Probe(seed=1000 + i, kept=i != 1, reason="" if i != 1 else "fell") for i in range(3)]


@pytest.fixture(scope="module")
def place() -> Workplace:
    return workplace(CONFIG, "dual_x5")


def test_a_proof_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    """Even in the middle of a line; the torn candidate is probed again."""
    path = tmp_path / "robot" / "x.jsonl"
    first = EntryFile(path, IDENTITY, Probe)
    for probe in PROBES:
        first.add(probe)
    path.write_text(path.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    second = EntryFile(path, IDENTITY, Probe)
    assert second.entries == PROBES[:2]
    assert kept(second) == (1000,)
    second.add(PROBES[2])
    assert EntryFile(path, IDENTITY, Probe).entries == PROBES


def test_a_proof_of_another_version_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    EntryFile(path, IDENTITY, Probe).add(PROBES[0])
    newer = EntryFile(path, {**IDENTITY, "version": 2}, Probe)
    assert (newer.current, kept(newer)) == (False, ())
    newer.add(PROBES[1])
    assert EntryFile(path, {**IDENTITY, "version": 2}, Probe).entries == [PROBES[1]]


def test_a_file_that_is_no_proof_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("seeds: 1, 2\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="delete it"):
        EntryFile(path, IDENTITY, Probe)


def test_the_identity_follows_the_task_but_not_its_list_of_seeds(
    place: Workplace, tmp_path: Path
) -> None:
    original = place.library.load("grasp_single_cube")
    before = identity_of(place, original)
    path = tmp_path / "grasp_single_cube.yaml"
    path.write_text(original.path.read_text(encoding="utf-8"), encoding="utf-8")
    write_seeds(path, [1, 2, 3])
    assert identity_of(place, replace(original, path=path)) == before
    path.write_text(path.read_text(encoding="utf-8").replace("0.05]", "0.04]"), encoding="utf-8")
    assert identity_of(place, replace(original, path=path)) != before


def test_the_identity_follows_the_numbers_of_the_physics(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = place.library.load("grasp_single_cube")
    before = identity_of(place, task)
    monkeypatch.setattr(physics_settings, "CONTACT_SOLREF", (0.02, 1.0))
    assert identity_of(place, task) != before


@pytest.mark.parametrize("task_id", ["grasp_single_cube", "handover_horizontal_block"])
def test_seeds_are_written_into_a_task_file_and_nothing_else_changes(
    place: Workplace, tmp_path: Path, task_id: str
) -> None:
    """Twice, with lists of different length; goals may take several lines."""
    original = place.library.load(task_id)
    path = tmp_path / f"{task_id}.yaml"
    path.write_text(original.path.read_text(encoding="utf-8"), encoding="utf-8")
    for seeds in (tuple(range(1000, 1040)), (7, 8)):
        write_seeds(path, seeds)
        task = read_task(path, place.library.environment)
        assert replace(task, path=original.path, seeds=original.seeds) == original
        assert task.seeds == seeds
        assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 110


def test_a_set_of_tasks_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="set of tasks"):
        write_seeds(tmp_path / "many.set.yaml", [1])


@pytest.mark.sim
def test_a_solvable_seed_is_kept_with_the_same_digest_every_time() -> None:
    first, second = (probe_seed(CONFIG, "dual_x5", "grasp_single_pen", 1000) for _ in range(2))
    assert first.kept
    assert first == second
    assert first.digest


@pytest.mark.sim
def test_a_seed_whose_goal_cannot_be_reached_is_rejected_with_the_reason(tmp_path: Path) -> None:
    """The expert closes the gripper beside the cube and lifts nothing."""
    for name in ("agents", "robots", "environments"):
        (tmp_path / name).symlink_to(CONFIG / name)
    folder = tmp_path / "tasks"
    folder.mkdir()
    source = CONFIG / "tasks" / "manipulation" / "grasp_single_cube.yaml"
    text = source.read_text(encoding="utf-8")
    wrong = text.replace("tcp_to: {arm: right, point: cube}", "shift: {arm: right}")
    (folder / source.name).write_text(wrong, encoding="utf-8")
    probe = probe_seed(tmp_path, "dual_x5", "grasp_single_cube", 1000)
    assert not probe.kept
    assert "lifted(object=cube, above=0.05)" in probe.reason
