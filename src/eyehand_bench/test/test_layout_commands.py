"""``eyehand layout``: what the commands print, write and refuse."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from eyehand_agent.agent_settings import load_settings
from eyehand_agent.testing.chat_behaviors import error
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_bench.cli.main import main
from eyehand_bench.commands.layout.agent_arguments import REFERENCES
from eyehand_bench.symbolic.audit import audit
from eyehand_bench.symbolic.players import BASELINES, player
from eyehand_core.episode.condition import ACTIVE
from eyehand_core.layout.memory.trajectory import read_store
from eyehand_core.layout.play import Table, play
from eyehand_core.tasks.library import Library

from eyehand_bench import library

CONFIG = Path(__file__).resolve().parents[3] / "config"
CUP = {"object": "cup", "target": "table"}


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["layout", *words]) == 0
    return capsys.readouterr().out


def test_verify_prints_the_published_lines(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "verify", "--runs", "3").splitlines()
    assert [line.split("    ")[0] for line in lines] == [
        "task 1: solved=True, steps=1, score=1.0, legal_rate=1.0",
        "task 2: solved=True, steps=1, score=1.0, legal_rate=1.0",
        "task 2: solved=True, steps=2, score=1.0, legal_rate=1.0",
        "task 3: solved=True, steps=2, score=1.0, legal_rate=1.0",
        "task 3: solved=False, steps=5, score=0.6, legal_rate=0.8",
    ]


@pytest.mark.slow
def test_play_writes_episodes_and_metrics(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("play", "--agent", "solver", "--level", "3_compound", "--runs", "2", "--json")
    summary = json.loads(printed(capsys, *words, "--out", str(tmp_path)))
    assert summary["all"]["success rate"]["count"] == summary["all"]["episodes"] == 40
    assert summary["all"]["layout IoU"]["value"] == pytest.approx(1.0)
    lines = (tmp_path / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    episodes = [json.loads(line) for line in lines]
    assert {episode["outcome"] for episode in episodes} == {"success"}
    assert json.loads((tmp_path / "metrics.json").read_text(encoding="utf-8")) == summary


def test_controls_and_check_report_every_contrast(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("controls", "--task", "place_single_1_02", "--chance", "2", "--variants", "2")
    report = json.loads(printed(capsys, *words, "--json"))
    for name in ("random_legal success", "noop success", "perturbed - original"):
        assert name in report
    assert report["noop success"][0] == 0.0
    words = ("check", "--task", "place_single_1_02", "--scenes", "4", "--out", str(tmp_path))
    assert "scenes that agree" in printed(capsys, *words)
    assert (
        "has to hold" in (tmp_path / "review.html").read_text(encoding="utf-8")
        or (tmp_path / "disagreements.html").is_file()
    )


def test_recipes_are_listed_and_a_picture_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "place_compound" in printed(capsys, "generate")
    target = tmp_path / "scene.jpg"
    words = ("draw", "cup_right_of_table", "--renderer", "perspective", "--out", str(target))
    assert "table: large, brown" in printed(capsys, *words)
    assert target.read_bytes()[:2] == b"\xff\xd8"


def test_audit_finds_tasks_that_are_too_easy_or_cannot_be_solved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("audit", "--task", "place_several_1_02", "--episodes", "5")
    assert "reference     1.000" in printed(capsys, *words)
    task = Library(CONFIG).load("cup_right_of_table")
    anywhere = [{name: CUP} for name in ("above", "below", "to_the_right_of", "to_the_left_of")]
    easy = replace(task, success={"all": [{"any": anywhere}]})
    assert "chance" in audit(easy, 1000, 10).problem
    hopeless = replace(task, budget=1, success={"all": [{"above": CUP}, {"below": CUP}]})
    assert "reference" in audit(hopeless, 1000, 1).problem


def test_training_data_holds_every_step_with_the_picture_that_was_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "memory" / "store.jsonl"
    words = ("play", "--agent", "random_legal", "--task", "place_keep_1_01", "--seeds", "3")
    printed(capsys, *words, "--training", "--out", str(tmp_path), "--remember", str(store))
    lines = (tmp_path / "training.jsonl").read_text(encoding="utf-8").splitlines()
    steps = [json.loads(line) for line in lines]
    episodes = read_store(store)
    assert len(steps) == sum(len(episode.acts) for episode in episodes) > 3
    assert len({step["picture"] for step in steps}) == len(steps)
    for step in steps:
        assert (tmp_path / step["picture"]).read_bytes()[:2] == b"\xff\xd8"
        assert step["split"] in ("train", "test")
        assert step["licence"]
    first = [step for step in steps if step["step"] == 1]
    assert len(first) == 3
    assert {step["feedback"] for step in first} == {""}


def test_a_task_is_a_layout_by_its_kind_wherever_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = tmp_path / "layout" / "config" / "tasks"
    tasks.mkdir(parents=True)
    for name in ("layout/cup_right_of_table", "manipulation/click_bell"):
        shutil.copy(CONFIG / "tasks" / f"{name}.yaml", tasks)
    monkeypatch.setattr(library, "share_folder", lambda: tmp_path / "layout")
    assert library.layout_tasks() == ("cup_right_of_table",)


RIGHT = json.dumps(
    {
        "action": "place",
        "object": "cup",
        "category": "cup",
        "relation": "to_the_right_of",
        "relation_target": "table",
    }
)


def test_a_failing_endpoint_costs_its_episode_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    episodes, written = tmp_path / "episodes.jsonl", []

    def answer(request: Mapping[str, Any]) -> str:
        written.append(len(episodes.read_text(encoding="utf-8").splitlines()))
        return RIGHT

    words = ("--agent", "mllm", "--model", "m", "--task", "cup_right_of_table", "--seeds", "3")
    with ChatServer([answer, error(400, "broken"), answer]) as server:
        out = ("--out", str(tmp_path), "--json", "--base-url", server.base_url)
        summary = json.loads(printed(capsys, "play", *words, *out))
    assert written == [0, 2], "each episode is kept as soon as it has ended"
    lines = [json.loads(line) for line in episodes.read_text(encoding="utf-8").splitlines()]
    assert [line["outcome"] for line in lines] == ["success", "invalid", "success"]
    assert lines[1]["ending"] == "infrastructure_error"
    assert "broken" in lines[1]["reason"]
    assert (summary["all"]["episodes"], summary["all"]["excluded"]) == (2, 1)


def test_controls_leave_out_what_a_failing_endpoint_has_spoilt(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--agent", "mllm", "--model", "m", "--task", "cup_right_of_table", "--json")
    with ChatServer([RIGHT, error(400, "broken")]) as server:
        few = ("--chance", "0", "--variants", "1", "--base-url", server.base_url)
        report = json.loads(printed(capsys, "controls", *words, *few))
    assert report["success, perturbed"][0] is None
    assert 0.0 < report["invalid, left out"][0] < 1.0


def test_a_spent_allowance_ends_the_episode_as_invalid() -> None:
    task = Library(CONFIG).load("cup_right_of_table")
    with ChatServer([json.dumps({**json.loads(RIGHT), "relation": "above"})]) as server:
        given = {"model": "m", "base_url": server.base_url}
        settings = {**load_settings(CONFIG / "agents", "mllm", given), "episode_tokens": 1}
        table = Table(task, 1000)
        trace = play(table, player("mllm", settings, ACTIVE)(task, 1000, table))
    assert (trace.outcome, trace.ending) == ("invalid", "spending_limit"), trace.reason


@pytest.mark.parametrize("command", ["play", "controls", "embody"])
def test_nothing_is_told_where_no_episode_counts(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    task = "cup_right_of_plate" if command == "embody" else "cup_right_of_table"
    words = (command, "--task", task, "--agent", "mllm", "--model", "m", "--condition", "text_only")
    few = ("--chance", "0", "--variants", "0") if command == "controls" else ()
    with ChatServer([error(400, "broken")]) as server:
        assert main(["layout", *words, *few, "--base-url", server.base_url]) == 3
    told = capsys.readouterr().err
    assert re.search(rf"invalid: (\d+) of \1 episodes?; {task}, seed 1000: .*broken", told)


def test_a_dead_endpoint_is_told_without_numbers_of_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    text = (CONFIG / "agents" / "mllm.yaml").read_text()
    file.write_text(text.replace("attempts: 3", "attempts: 1"))
    words = ("--task", "cup_right_of_table", "--agent", "mllm", "--settings", str(file))
    endpoint = ("--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    assert main(["layout", "play", *words, *endpoint]) == 3
    told = " ".join(capsys.readouterr().err.split())
    assert "no connection: Connection refused; check that the server at base_url runs" in told


def test_an_agent_plays_with_a_settings_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    with ChatServer([RIGHT]) as server:
        text = (CONFIG / "agents" / "mllm.yaml").read_text()
        file.write_text(f"{text}\nmodel: m\nbase_url: {server.base_url}\n")
        words = ("--agent", "mllm", "--task", "cup_right_of_table", "--settings", str(file))
        summary = json.loads(printed(capsys, "play", "--json", *words))
    assert summary["all"]["success rate"]["count"] == 1


def test_aids_that_an_agent_does_not_read_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--agent", "noop", "--task", "cup_right_of_table", "--condition", "active+no_hints")
    assert main(["layout", "play", *words]) == 0
    assert "reads no prompt; no_hints changes nothing" in capsys.readouterr().err


def test_references_in_help_are_those_that_play() -> None:
    assert tuple(BASELINES) == REFERENCES


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "--agent", "solver", "--training"), "--out"),
        (("embody", "--task", "cup_right_of_table"), "plane is vertical"),
        (("embody", "--task", "cup_right_of_plate", "--robot", "dual_x6"), "dual_x5"),
        (("paly",), "did you mean: play"),
        (("play", "--agent", "solvr"), "did you mean: solver"),
        (("play", "--agent", "solver", "--task", "cup_rigth_of_table"), "cup_right_of_table"),
        (("play", "--agent", "solver", "--level", "9"), "1_single"),
        (("play", "--agent", "solver", "--model", "m"), "--model changes nothing"),
        (("play", "--agent", "expert", "--settings", f"{__file__}x"), "no file"),
        (("play", "--agent", "solver", "--task", "click_bell"), "kind layout"),
        (("play", "--agent", "solver", "--condition", "passive_five"), "text_only"),
        (("generate", "place_compond"), "did you mean: place_compound"),
        (("generate", "place_compound", "--out", "x.yaml"), ".set.yaml"),
        (("draw", "cup_right_of_table", "--out", "x.jpg", "--renderer", "rul"), "rule"),
        (("draw", "click_bell", "--out", "x.jpg"), "unknown layout task"),
        (("play", "--agent", "noop", "--remember", "/"), "name of a file"),
        (("play", "--agent", "noop", "--remember", __file__), "line 1: not a trajectory"),
        (("play", "--agent", "noop", "--remember", f"{__file__}/y"), "cannot write"),
        (("play", "--agent", "noop", "--out", __file__), "cannot write"),
        (("check", "--out", f"{__file__}/x"), "cannot write"),
    ],
)
def test_wrong_words_are_answered_with_right_ones(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["layout", *words]) == 2
    assert message in capsys.readouterr().err
