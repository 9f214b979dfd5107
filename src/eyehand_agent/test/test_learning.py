"""The learning stage against a local endpoint: the gate, the summary, and who may read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from eyehand_agent.demonstrations.demonstration import (
    DESCRIPTION_FILE,
    Demonstration,
    demonstrated_tasks,
    load_demonstration,
)
from eyehand_agent.demonstrations.learning import Learned, LearningStage
from eyehand_agent.demonstrations.learning_table import SUMMARY_FIELDS
from eyehand_agent.demonstrations.summary import checked_summary
from eyehand_agent.demonstrations.summary_store import save_summary, summary_for
from eyehand_agent.endpoints.chat_client import ChatClient
from eyehand_agent.mllm_settings import MllmSettings
from eyehand_agent.survey import survey
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_core.episode.conditions import load_condition
from eyehand_core.errors import ConfigError
from observations import SETTINGS
from still_table import CONFIG, picture

TASK = "grasp_single_cube"
FIELDS: dict[str, Any] = {
    **{item.name: "with care" for item in SUMMARY_FIELDS[:8]},
    "pre_close_checks": ["both gaps are alike"],
}


def said(tool: str, **args: Any) -> str:
    """Return the use of a learning tool."""
    return json.dumps({"tool": f"expert.{tool}", "args": args, "reason": "learn"})


RETRIEVE, LEARN = said("retrieve", mode="trajectory"), said("learn", **FIELDS)


@pytest.fixture
def shown(tmp_path: Path) -> Demonstration:
    """Write a demonstration of twelve frames."""
    return written(tmp_path, TASK)


def written(tmp_path: Path, task: str) -> Demonstration:
    folder = tmp_path / "demonstrations" / task
    folder.mkdir(parents=True)
    for number in range(12):
        (folder / f"frame_{number:03d}.jpg").write_bytes(picture(20 * number))
    about = {"task": task, "goal": "Lift the cube.", "seed": 7, "digest": "d4e5"}
    (folder / DESCRIPTION_FILE).write_text(json.dumps(about))
    return load_demonstration(folder.parent, task)


def hold(
    shown: Demonstration, *script: str, **changes: Any
) -> tuple[Learned, list[Mapping[str, Any]]]:
    return hold_several(TASK, (shown,), *script, **changes)


def hold_several(
    task: str, shown: tuple[Demonstration, ...], *script: str, **changes: Any
) -> tuple[Learned, list[Mapping[str, Any]]]:
    """Hold a stage; return its end and its requests."""
    with ChatServer(script) as server:
        settings = MllmSettings.from_mapping(
            {**SETTINGS, "images": 8, "base_url": server.base_url, **changes}
        )
        client = ChatClient(settings.endpoint, lambda exchange: None)
        stage = LearningStage(task, shown, settings, client, survey(settings, client, 1))
        return stage.run(), server.requests


def images(request: Mapping[str, Any]) -> int:
    return json.dumps(request).count('"image_url", "image_url"')


def test_a_model_looks_at_frames_and_writes_a_summary(shown: Demonstration) -> None:
    learned, requests = hold(shown, RETRIEVE, said("frame", steps=[0, 5, 11]), LEARN)
    assert learned.summary is not None
    assert dict(learned.summary.fields) == FIELDS
    assert (learned.frames, learned.rounds) == ({TASK: 3}, 3)
    assert [images(request) for request in requests] == [0, 0, 3]
    sent = json.dumps(requests)
    assert "d4e5" not in sent
    assert "pre_close_checks: what has to be seen before closing" in sent


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ([LEARN], "expert.retrieve first"),
        ([said("frame", steps=[1])], "expert.retrieve first"),
        ([RETRIEVE, LEARN], "3 different frames"),
        ([RETRIEVE, said("frame", steps=[1, 1, 2, 2, 1, 1]), LEARN], "3 different frames"),
        ([RETRIEVE, said("frame", steps=[40])], "from 0 to 11"),
        ([RETRIEVE, said("frame", steps=list(range(9)))], "a list of 1 to 8"),
        ([said("learn", grasp_object_part="cube")], "is missing"),
        ([said("learn", **{**FIELDS, "object_pose": "unknown"})], "unknown field"),
        ([said("learn", **{**FIELDS, "grasp_region": "at (0.21, -0.13)"})], "belongs to one"),
        ([said("learn", **{**FIELDS, "grasp_region": "x = 0.21"})], "belongs to one"),
        ([said("learn", **{**FIELDS, "pre_close_checks": ["0.21, -0.13, 0.77"]})], "belongs to"),
        ([said("learn", **{**FIELDS, "task_stage": "first cube A"})], "belongs to one"),
        ([said("learn", **{**FIELDS, "task_stage": "two cubes and a pen"})], "belongs to one"),
        (["I have understood."], "no JSON object"),
    ],
)
def test_the_gate_and_the_form_of_a_summary(
    shown: Demonstration, script: list[str], says: str
) -> None:
    """What is not admissible goes back, and the third in a row ends the stage without a summary."""
    learned, requests = hold(shown, *script)
    assert says in requests[len(script)]["messages"][-1]["content"]
    assert learned.summary is None
    assert says in learned.reason


def test_a_stage_ends_after_twenty_answers(shown: Demonstration) -> None:
    learned, requests = hold(shown, RETRIEVE)
    assert (learned.summary, learned.rounds, len(requests)) == (None, 20, 20)


def test_demonstrations_never_show_a_test_seed(shown: Demonstration) -> None:
    path = shown.frames[0].parent / DESCRIPTION_FILE
    about = json.loads(path.read_text())
    path.write_text(json.dumps({**about, "seed": 1000}))
    with pytest.raises(ConfigError, match="test seed"):
        load_demonstration(path.parents[1], TASK)


def test_a_missing_or_damaged_demonstration_is_told_with_the_remedy(shown: Demonstration) -> None:
    path = shown.frames[0].parent / DESCRIPTION_FILE
    remedy = f"make it: eyehand demos make .* --out {path.parents[1]}$"
    with pytest.raises(ConfigError, match=f"no demonstration of 'click_bell' in [^(]*; {remedy}"):
        load_demonstration(path.parents[1], "click_bell")
    path.write_text("{}")
    with pytest.raises(ConfigError, match=f"json cannot be used: no 'task'; {remedy}"):
        load_demonstration(path.parents[1], TASK)


def test_each_condition_reads_its_summary(tmp_path: Path) -> None:
    settings = {"model": "m/one", "summaries": str(tmp_path)}

    def chosen(aid: str, task: str = TASK) -> Any:
        condition = load_condition(CONFIG, "manipulation", f"active{aid}")
        return summary_for(condition, task, settings, CONFIG)

    assert chosen("") is None
    with pytest.raises(ConfigError, match="eyehand learn --task grasp_single_cube --model m/one"):
        chosen("+own_summary")
    for author in ("m/one", "two"):
        fields = {**FIELDS, "grasp_region": f"as {len(author)} says"}
        save_summary(tmp_path, checked_summary(TASK, author, fields), {"host": "h"})
    own, shared = chosen("+own_summary"), chosen("+shared_summary:two")
    assert (own.author, shared.author) == ("m/one", "two")
    assert own.text != shared.text
    assert "m/one" not in own.text
    assert chosen("+own_summary", f"{TASK}_generalization") == own
    assert chosen("+expert_summary").author == "expert"
    with pytest.raises(ConfigError, match="nobody has written"):
        chosen("+expert_summary", "juggling")


@pytest.mark.parametrize(
    "path", sorted((CONFIG / "summaries").glob("*.yaml")), ids=lambda p: p.stem
)
def test_summaries_of_people_are_sound(path: Path) -> None:
    settings = {"model": "", "summaries": ""}
    condition = load_condition(CONFIG, "manipulation", "active+expert_summary")
    summary = summary_for(condition, path.stem, settings, CONFIG)
    assert summary is not None
    assert "- test_lift_rule: " in summary.text


def test_an_agent_without_prompt_needs_no_summary() -> None:
    condition = load_condition(CONFIG, "manipulation", "active+own_summary")
    assert summary_for(condition, TASK, {}, CONFIG) is None


def test_the_long_task_is_learned_from_each_of_its_four_skills(tmp_path: Path) -> None:
    """The gate counts the frames of every skill, and names those that were looked at too little."""
    task = "put_everything_in_basket"
    skills = demonstrated_tasks(task)
    shown = tuple(written(tmp_path, skill) for skill in skills)
    looks = [said("frame", demo=skill, steps=[1, 5, 9]) for skill in skills]
    script = [RETRIEVE, *looks[:3], LEARN, looks[3], LEARN]
    learned, requests = hold_several(task, shown, *script)
    refused = requests[len(looks[:3]) + 2]["messages"][-1]["content"]
    assert f"3 different frames each of {skills[3]} first" in refused
    assert learned.summary is not None
    assert (len(skills), learned.frames) == (4, dict.fromkeys(skills, 3))
    assert demonstrated_tasks(f"{TASK}_generalization") == (TASK,)
