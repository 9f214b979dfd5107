"""What an episode counts as when the disk takes nothing any more."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eyehand_bench.record.conclusion import ENDED, RUNNING
from eyehand_bench.record.episode_file import read_episode, write_episode
from eyehand_bench.record.episode_plan import EpisodePlan, invalid
from eyehand_bench.record.settlement import settle

PLAN = EpisodePlan(task="box_above_circle", seed=1000, agent="random", world="layout")
DIED = "node 'agent' died (signal 9)"
JUDGED = {"state": ENDED, "outcome": "success", "ending": "success", "reason": "enough"}


@contextmanager
def no_room() -> Iterator[None]:
    """Let no file of this process grow beyond a byte, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_verdict_stands_though_a_node_died_and_the_disk_takes_no_note_of_it(
    tmp_path: Path,
) -> None:
    write_episode(tmp_path, JUDGED)
    with no_room():
        content = settle(tmp_path, PLAN, invalid("the nodes ended"), "", DIED)
    assert (content["outcome"], content["incident"]) == ("success", DIED)
    assert read_episode(tmp_path) == {"schema_version": 1, **JUDGED}
    assert settle(tmp_path, PLAN, invalid("the nodes ended"), "", DIED)["outcome"] == "success"
    assert read_episode(tmp_path)["incident"] == DIED


def test_an_episode_that_nobody_judged_is_invalid_and_a_full_disk_is_told(tmp_path: Path) -> None:
    write_episode(tmp_path, {"state": RUNNING})
    with no_room():
        content = settle(tmp_path, PLAN, invalid("the nodes ended"), "", DIED)
    assert (content["outcome"], content["ending"]) == ("invalid", "infrastructure_error")
    assert content["reason"].startswith("the nodes ended; ")
    assert "cannot write" in content["reason"]
    assert [path.name for path in tmp_path.iterdir()] == ["episode.json"]
