"""Episodes one after the other on one stack, each with a record of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_bench.record.episode_file import BAG_FOLDER
from eyehand_bench.record.episode_plan import EpisodePlan
from eyehand_bench.record.rescoring import rescore
from eyehand_bench.stack.recorded_episode import record_episode
from eyehand_bench.stack.running_stack import running_stack


@pytest.mark.ros
def test_every_record_holds_its_own_episode_and_nothing_of_the_one_before(tmp_path: Path) -> None:
    results = []
    with running_stack("expert", "fast") as stack:
        for number, seed in enumerate((1000, 1001, 1000)):
            plan = EpisodePlan(
                task="click_bell", seed=seed, agent="expert", robot="dual_x5", profile="fast"
            )
            record = tmp_path / str(number)
            results.append(record_episode(stack.domain, plan, record))
            comparison = rescore(record / BAG_FOLDER)
            assert comparison.matches
            assert comparison.seed == seed
    assert [result["outcome"] for result in results] == ["success"] * 3
    first, other, again = (result["digest"] for result in results)
    assert first == again != other
