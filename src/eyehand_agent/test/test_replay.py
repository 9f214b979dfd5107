"""Recorded texts are said again, mistakes included."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from eyehand_agent.episode_loop import play
from eyehand_agent.policies.policy import POLICIES, build_policy
from eyehand_core.episode.condition import ACTIVE
from eyehand_core.errors import ConfigError
from still_table import LOOK, MOVE, ROBOT, TASK, StillReferee, sample

STOP = '{"stop": true, "reason": "enough"}'


def played(path: Path) -> StillReferee:
    """Play the texts in a file."""
    policy = build_policy(
        POLICIES["replay"],
        task=TASK,
        seed=1,
        condition=ACTIVE,
        robot=ROBOT,
        world_state=lambda: sample(0),
        settings={"decisions": str(path) if path.name else ""},
        transcript=lambda exchange: None,
    )
    referee = StillReferee()
    play(policy, referee, referee.observation(), lambda *_: None, lambda: False)
    return referee


def test_the_same_texts_make_the_same_episode(tmp_path: Path) -> None:
    texts = [LOOK, "prose", MOVE, '{"tool": "geometry.verify", "reason": "r"}', STOP]
    (tmp_path / "texts.json").write_text(json.dumps(texts))
    first, second = (played(tmp_path / "texts.json").episode for _ in range(2))
    assert first.digest == second.digest
    assert (first.step, first.index) == (2, 5)
    (tmp_path / "texts.json").write_text(json.dumps([MOVE, LOOK, STOP]))
    assert played(tmp_path / "texts.json").episode.digest != first.digest


def test_a_record_that_breaks_off_makes_the_episode_invalid(tmp_path: Path) -> None:
    (tmp_path / "texts.json").write_text(json.dumps([MOVE]))
    ((ending, reason),) = played(tmp_path / "texts.json").ended
    assert ending == "infrastructure_error"
    assert "used up" in reason


@pytest.mark.parametrize("content", ["[1]", "{}", "no json", None])
def test_anything_else_is_refused(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "texts.json").write_text(content)
    with pytest.raises(ConfigError, match="JSON array|eyehand replay"):
        played(tmp_path / "texts.json")
    with pytest.raises(ConfigError, match="eyehand replay"):
        played(Path())
