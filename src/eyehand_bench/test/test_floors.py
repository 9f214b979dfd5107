"""Floors: what is still to be played, how successes are counted, and real episodes below them."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_bench.direct.direct_episode import DirectEpisode, judged
from eyehand_bench.direct.workplace import workplace
from eyehand_bench.seeds.entry_file import EntryFile
from eyehand_bench.seeds.floors import FLOOR_AGENTS, FloorEpisode, missing, play_floor, tally
from eyehand_core.episode.ending import Ending
from eyehand_core.errors import ConfigError, StackError

CONFIG = Path(__file__).resolve().parents[3] / "config"


def episode(agent: str, seed: int, outcome: str) -> FloorEpisode:
    return FloorEpisode(agent=agent, seed=seed, outcome=outcome, steps=50, digest="")


def test_floors_go_on_where_they_were_interrupted_and_count_kept_seeds_only(tmp_path: Path) -> None:
    floors = EntryFile(tmp_path / "x.jsonl", {"task": "x"}, FloorEpisode)
    assert tally(floors, (1, 2)) == {}
    floors.add(episode("random", 1, "failure"))
    floors.add(episode("random", 2, "success"))
    floors.add(episode("random", 3, "success"))  # no longer kept
    again = EntryFile(tmp_path / "x.jsonl", {"task": "x"}, FloorEpisode)
    assert missing(again, (1, 2)) == [("noop", 1), ("noop", 2)]
    assert tally(again, (1, 2)) == {"random": "1/2"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[]", "expected an object"),
        ("{}", "missing"),
        ('{"agent": "random"', "no JSON"),
        ('{"agent": "random", "seed": 1, "outcome": 7, "steps": 5, "digest": ""}', "got 7"),
        ('{"agent": "me", "seed": 1, "outcome": "failure", "steps": 5, "digest": ""}', "got 'me'"),
        ('{"agent": "noop", "seed": 1, "wrong": 1}', "wrong"),
    ],
)
def test_a_line_that_is_no_entry_is_named(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "x.jsonl"
    EntryFile(path, {"task": "x"}, FloorEpisode).add(episode("random", 1, "failure"))
    path.write_text(f"{path.read_text(encoding='utf-8')}{line}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=f"x.jsonl:3: .*{says}"):
        EntryFile(path, {"task": "x"}, FloorEpisode)


@pytest.mark.sim
@pytest.mark.parametrize("agent", FLOOR_AGENTS)
def test_an_agent_that_knows_nothing_spends_its_budget(agent: str) -> None:
    played = play_floor(CONFIG, "dual_x5", "grasp_single_cube", (agent, 1000))
    assert (played.outcome, played.steps) == ("failure", 50)
    assert played == play_floor(CONFIG, "dual_x5", "grasp_single_cube", (agent, 1000))


@pytest.mark.sim
def test_an_episode_that_does_not_count_is_no_result() -> None:
    """Neither a failure below a floor nor a seed that cannot be solved."""
    place = workplace(CONFIG, "dual_x5")
    run = DirectEpisode(place, place.library.load("click_bell"), 1000)
    run.episode.end(Ending.INFRASTRUCTURE_ERROR, "the machine was too slow")
    with pytest.raises(StackError, match="too slow"):
        judged(run.episode)
    run = DirectEpisode(place, place.library.load("click_bell"), 1000)
    run.episode.end(Ending.BUDGET, "all steps were used")
    assert judged(run.episode) is run.episode
