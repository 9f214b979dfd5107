"""Records that nobody named a folder for never meet in one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from eyehand_bench.record.record_folder import claim_folder
from eyehand_core.errors import ConfigError


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_folder_tells_what_was_played_and_is_numbered_when_taken() -> None:
    names = [str(claim_folder("lift_pot", 1000, "expert")) for _ in range(3)]
    assert names == ["out/lift_pot-1000-expert" + end for end in ("", "-2", "-3")]
    assert str(claim_folder("lift_pot", 1000, "noop")) == "out/lift_pot-1000-noop"
    assert all(Path(name).is_dir() for name in names)
    assert str(claim_folder("lift_pot", 1000, "noop", Path("mine"))) == "mine/lift_pot-1000-noop"


def test_runs_side_by_side_get_folders_of_their_own() -> None:
    with ThreadPoolExecutor(8) as pool:
        folders = list(pool.map(lambda _: claim_folder("t", 1, "a"), range(40)))
    assert len(set(folders)) == 40


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(ConfigError, match="choose another --out"):
        claim_folder("t", 1, "a")
