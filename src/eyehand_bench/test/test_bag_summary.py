"""Nothing can be missing in a record without being said."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from episode_bags import ENDED, EpisodeBag
from eyehand_bench.record import topics
from eyehand_bench.record.bag_summary import summarize
from eyehand_bench.record.conclusion import begin, conclude
from eyehand_bench.record.episode_file import read_episode
from eyehand_bench.record.episode_plan import ABORT, EpisodePlan, EpisodeVerdict, invalid
from eyehand_core.errors import RecordError

PLAN = EpisodePlan(task="place_cube_in_bowl", seed=3, robot="dual_x5")
SUCCESS = EpisodeVerdict(outcome="success", ending="success", reason="done", episode_id="e")


def whole(bag: EpisodeBag, outcome: str = "success", ending: str = "success") -> None:
    bag.add_samples(range(10))
    for index in range(3):
        bag.add(
            topics.DECISIONS, index=index, step=index + 1, planning_time=0.5, execution_time=0.25
        )
    usage = {"usage": {"prompt_tokens": 100, "completion_tokens": 7, "details": {"x": 1}}}
    bag.add(topics.TRANSCRIPT, duration=1.5, response=json.dumps(usage))
    bag.add(topics.TRANSCRIPT, duration=0.5, response="")
    bag.add(
        topics.EPISODE,
        phase=ENDED,
        outcome=outcome,
        ending=ending,
        reason="as the referee saw it",
        step=3,
        budget=9,
        digest="d",
    )


def broken_off(bag: EpisodeBag) -> None:
    whole(bag, "invalid", "infrastructure_error")


def written(folder: Path, fill: Callable[[EpisodeBag], None]) -> Path:
    bag = EpisodeBag(folder / "bag")
    fill(bag)
    bag.close()
    return folder / "bag"


def test_a_whole_record_has_no_gaps_and_its_figures(tmp_path: Path) -> None:
    summary = summarize(written(tmp_path, whole), has_robot=True)
    assert summary.gaps == []
    assert summary.decisions == 3
    assert summary.world_time == pytest.approx(0.18)
    assert (summary.planning_time, summary.execution_time, summary.model.model_time) == (
        1.5,
        0.75,
        2.0,
    )
    assert summary.model.tokens == {"requests": 2, "prompt_tokens": 100, "completion_tokens": 7}


def lost_sample(bag: EpisodeBag) -> None:
    bag.add_samples([0, 1, 3, 4])
    bag.add(topics.EPISODE, phase=ENDED)


def lost_first_sample(bag: EpisodeBag) -> None:
    bag.add_samples([1, 2])
    bag.add(topics.EPISODE, phase=ENDED)


def lost_arms(bag: EpisodeBag) -> None:
    bag.add_samples(range(3))
    bag.add_samples(range(3, 5), arms=False)
    bag.add(topics.EPISODE, phase=ENDED)


def lost_decision(bag: EpisodeBag) -> None:
    bag.add_samples(range(3))
    bag.add(topics.DECISIONS, index=0)
    bag.add(topics.DECISIONS, index=2)
    bag.add(topics.EPISODE, phase=ENDED)


def lost_last_decision(bag: EpisodeBag) -> None:
    bag.add_samples(range(3))
    bag.add(topics.DECISIONS, index=0, step=1)
    bag.add(topics.EPISODE, phase=ENDED, step=2)


def lost_last_sample(bag: EpisodeBag) -> None:
    bag.add_samples(range(3))
    bag.add(topics.DECISIONS, index=0, stamp=3 * 0.02)
    bag.add(topics.EPISODE, phase=ENDED)


def lost_end(bag: EpisodeBag) -> None:
    bag.add_samples(range(3))
    bag.add(topics.EPISODE, phase=1)


def nothing(bag: EpisodeBag) -> None:
    bag.add(topics.EPISODE, phase=ENDED)


@pytest.mark.parametrize(
    ("fill", "gap"),
    [
        (lost_sample, "1 samples of /world/objects are missing"),
        (lost_first_sample, "1 samples of /world/objects are missing"),
        (lost_arms, "2 samples of /arms are missing"),
        (lost_decision, "decisions before number 2 are missing"),
        (lost_last_decision, "the last decision is missing"),
        (lost_last_sample, "the last samples of /world/objects are missing"),
        (lost_end, "the end of the episode is missing"),
        (nothing, "no sample of /world/objects"),
    ],
)
def test_what_is_missing_is_said_and_the_verdict_does_not_count(
    tmp_path: Path, fill: Callable[[EpisodeBag], None], gap: str
) -> None:
    bag = written(tmp_path, fill)
    assert gap in summarize(bag, has_robot=True).gaps
    content = conclude(tmp_path, PLAN, SUCCESS, "then")
    assert content["outcome"] == "invalid"
    assert gap in content["reason"]
    assert read_episode(tmp_path)["record_complete"] is False


def test_a_world_without_robot_needs_no_arms(tmp_path: Path) -> None:
    def fill(bag: EpisodeBag) -> None:
        bag.add_samples(range(3), arms=False)
        bag.add(topics.EPISODE, phase=ENDED)

    assert summarize(written(tmp_path, fill), has_robot=False).gaps == []


def test_a_cut_bag_makes_a_success_invalid(tmp_path: Path) -> None:
    """A lost recording must never count (safety 3)."""
    bag = written(tmp_path, whole)
    file = next(bag.glob("*.mcap"))
    os.truncate(file, file.stat().st_size // 2)
    content = conclude(tmp_path, PLAN, SUCCESS, "then")
    assert content["outcome"] == "invalid"
    assert "damaged" in content["reason"]


def test_no_bag_at_all_is_invalid(tmp_path: Path) -> None:
    content = conclude(tmp_path, PLAN, SUCCESS, "then")
    assert content["outcome"] == "invalid"
    assert "no MCAP file" in content["reason"]


def test_an_ending_from_outside_takes_steps_and_digest_from_the_bag(tmp_path: Path) -> None:
    written(tmp_path, broken_off)
    content = conclude(tmp_path, PLAN, invalid("node 'world' died (signal 9)"), "then")
    assert content["reason"] == "node 'world' died (signal 9)"
    assert (content["outcome"], content["ending"]) == ("invalid", "infrastructure_error")
    assert (content["steps"], content["budget"], content["digest"]) == (3, 9, "d")


@pytest.mark.parametrize("verdict", [("success", "success"), ("failure", "budget")])
@pytest.mark.parametrize("ending", ["infrastructure_error", ABORT])
def test_what_the_referee_has_said_stands_whatever_broke_afterwards(
    tmp_path: Path, verdict: tuple[str, str], ending: str
) -> None:
    written(tmp_path, lambda bag: whole(bag, *verdict))
    content = conclude(tmp_path, PLAN, invalid("node 'agent' died (signal 9)", ending), "then")
    assert (content["outcome"], content["ending"]) == verdict
    assert content["reason"] == "as the referee saw it"


@pytest.mark.parametrize("lost", [topics.EPISODE, topics.DECISIONS])
def test_without_the_referee_s_last_word_what_broke_counts(tmp_path: Path, lost: str) -> None:
    def fill(bag: EpisodeBag) -> None:
        bag.add_samples(range(10))
        if lost != topics.DECISIONS:
            bag.add(topics.DECISIONS, index=0, step=1)
        if lost != topics.EPISODE:
            bag.add(topics.EPISODE, phase=ENDED, outcome="success", ending="success", step=1)

    written(tmp_path, fill)
    content = conclude(tmp_path, PLAN, invalid("node 'agent' died (signal 9)"), "then")
    assert (content["outcome"], content["ending"]) == ("invalid", "infrastructure_error")


def test_a_verdict_counts_if_the_referee_gave_it(tmp_path: Path) -> None:
    written(tmp_path, whole)
    content = conclude(tmp_path, PLAN, SUCCESS, "then")
    assert (content["outcome"], content["steps"], content["digest"]) == ("success", 3, "d")


@pytest.mark.parametrize("change", [{"outcome": "failure"}, {"ending": "budget"}])
def test_a_verdict_that_the_referee_did_not_give_does_not_count(
    tmp_path: Path, change: dict[str, str]
) -> None:
    written(tmp_path, whole)
    content = conclude(tmp_path, PLAN, replace(SUCCESS, **change), "then")
    assert content["outcome"] == "invalid"
    assert "the referee success" in content["reason"]


def test_an_invalid_episode_tells_what_nodes_said_about_themselves(tmp_path: Path) -> None:
    def fill(bag: EpisodeBag) -> None:
        broken_off(bag)
        bag.add_diagnostics("world", error="physics diverged")
        bag.add_diagnostics("camera", state="idle")

    written(tmp_path, fill)
    content = conclude(tmp_path, PLAN, invalid("node 'world' did not come to rest"), "then")
    assert content["reason"] == "node 'world' did not come to rest; node 'world': physics diverged"


def test_a_begun_record_says_that_it_runs(tmp_path: Path) -> None:
    begin(tmp_path / "record", PLAN)
    assert read_episode(tmp_path / "record")["state"] == "running"


def test_a_record_of_another_schema_is_refused(tmp_path: Path) -> None:
    (tmp_path / "episode.json").write_text('{"schema_version": 99}')
    with pytest.raises(RecordError, match="schema version 99; this program reads 1"):
        read_episode(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{", "null"])
def test_a_broken_episode_file_is_a_record_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "episode.json").write_text(text)
    with pytest.raises(RecordError):
        read_episode(tmp_path)
