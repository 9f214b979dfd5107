"""Whole episodes through all nodes: outcome, record, and the same outcome from the bag alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from direct_stack import DirectStack
from eyehand_agent.testing.chat_behaviors import hang
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_bench.demonstration.frames import episode_frames
from rosbags.highlevel import AnyReader

from eyehand_bench import library

pytestmark = [pytest.mark.ros, pytest.mark.sim]

EPISODE_S = 300.0
KEY = "sk-known-to-the-test-1357924680"


def eyehand(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "eyehand_bench", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=EPISODE_S,
        check=False,
    )


def play(record: Path, task: str, agent: str, *words: str) -> dict[str, Any]:
    """Play an episode of seed 1000 that must be judged; return its result."""
    run = eyehand(
        "run", "--task", task, "--seed", "1000", "--agent", agent, "--out", record, *words
    )
    assert run.returncode == 0, run.stderr
    result: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return result


def check_record(record: Path, result: dict[str, Any]) -> None:
    """Check that bag, score and strip agree with the live result."""
    with AnyReader([record / "bag"]) as bag:
        decisions = [m for _, _, m in _messages(bag, "/decisions")]
        images = [m for _, _, m in _messages(bag, "/active_camera/image/compressed")]
    assert len([d for d in decisions if d.admissible]) >= result["steps"]
    assert len(images) >= result["steps"]
    score = eyehand("score", "--json", record)
    assert score.returncode == 0, score.stdout + score.stderr
    assert cv2.imread(str(record / "strip.png")) is not None


def _messages(bag: AnyReader, topic: str) -> Any:
    for connection, stamp, raw in bag.messages([c for c in bag.connections if c.topic == topic]):
        yield connection, stamp, bag.deserialize(raw, connection.msgtype)


@pytest.mark.parametrize(
    "task",
    ["grasp_single_cube", "click_bell", "place_cube_in_bowl", "lift_pot", "cup_right_of_table"],
)
def test_expert_solves_the_task(tmp_path: Path, task: str) -> None:
    result = play(tmp_path / "record", task, "expert")
    assert (result["outcome"], result["ending"]) == ("success", "success")
    check_record(tmp_path / "record", result)
    if task != "cup_right_of_table":
        direct = DirectStack(task, 1000).play("expert")
        assert direct.digest == result["digest"], "proofs of seeds hold for the nodes, to the bit"
    if task == "grasp_single_cube":
        episode = json.loads((tmp_path / "record" / "episode.json").read_text())
        frames = list(episode_frames(tmp_path / "record" / "bag", episode, 3))
        first, _, last = (_decoded(frame).astype(int) for frame in frames)
        assert np.abs(first - last).mean() > 5.0, "a demonstration shows the arm in motion"


def test_the_robot_arranges_a_layout(tmp_path: Path) -> None:
    """Said in words, carried out by the arms, judged from what was measured, and on record."""
    words = ("--world", "mujoco")
    result = play(tmp_path / "record", "cup_right_of_plate", "expert", *words)
    assert (result["outcome"], result["world"], result["robot"]) == ("success", "mujoco", "dual_x5")
    check_record(tmp_path / "record", result)
    with AnyReader([tmp_path / "record" / "bag"]) as bag:
        cups = [
            state.pose.position.z
            for _, _, message in _messages(bag, "/world/objects")
            for state in message.objects
            if state.name == "cup"
        ]
        moved = {tuple(message.position) for _, _, message in _messages(bag, "/joint_states")}
    assert max(cups) > cups[0] + 0.05, "the record shows how it was carried"
    assert len(moved) > 100


@pytest.mark.parametrize("agent", ["random", "noop"])
def test_baselines_spend_their_budget(tmp_path: Path, agent: str) -> None:
    result = play(tmp_path / "record", "cup_right_of_table", agent)
    assert (result["outcome"], result["ending"]) == ("failure", "budget")
    assert result["steps"] == result["budget"]
    check_record(tmp_path / "record", result)


def test_a_model_plays_through_an_endpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it said, and on which pictures, can be read, played again and drawn again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    answers = [
        'I look first. {"action": "camera.view_topdown", "reason": "see the cube"}',
        '{"action": "gripper.move_world", "axis": "z", "sign": "-"}',
        '{"action": "gripper.move_world", "axis": "z", "sign": "-", "distance_mm": 9, '
        '"reason": "closer"}',
        '{"stop": true, "reason": "that was all"}',
    ]
    with ChatServer(answers) as server:
        result = play(
            tmp_path / "record",
            "grasp_single_cube",
            "mllm",
            *("--model", "test-model", "--base-url", server.base_url),
        )
        first, repair = server.requests[0], server.requests[2]
    assert (result["outcome"], result["ending"]) == ("failure", "model_stop")
    assert result["steps"] == 2
    assert "image_url" in json.dumps(first)
    assert "distance_mm" in json.dumps(repair["messages"][-1])
    check_record(tmp_path / "record", result)
    with AnyReader([tmp_path / "record" / "bag"]) as bag:
        transcript = [m for _, _, m in _messages(bag, "/transcript")]
        pictures = [m for _, _, m in _messages(bag, "/active_camera/image/compressed")]
    asked = [m for m in transcript if json.loads(m.request)["purpose"] == "decision"]
    assert [m.repair for m in asked] == [0, 0, 1, 0]
    assert all("base64" not in m.request for m in transcript)
    check_files_of_model(tmp_path, first["messages"])
    again = eyehand("replay", tmp_path / "record", "--out", tmp_path / "again")
    assert again.returncode == 0, again.stdout + again.stderr
    assert json.loads(again.stdout.splitlines()[-1])["digest"] == result["digest"]
    episode = json.loads((tmp_path / "record" / "episode.json").read_text())
    drawn = next(episode_frames(tmp_path / "record" / "bag", episode, 3))
    seen, redrawn = (_decoded(data) for data in (bytes(pictures[0].data), drawn))
    assert np.abs(seen.astype(int) - redrawn).mean() < 1.0, "the start view, as it was seen"


def check_files_of_model(folder: Path, first: list[dict[str, Any]]) -> None:
    """Check ``episode.json``, the transcript as text, and that the key is nowhere."""
    episode = json.loads((folder / "record" / "episode.json").read_text())
    assert episode["endpoint"]["capabilities"]["checks"]["image"]["ability"] == "yes"
    assert (episode["endpoint"]["rung"], episode["repairs"]) == ("schema", 1)
    assert episode["cost"] == {"known": {}, "requests_without_price": episode["tokens"]["requests"]}
    text = eyehand("transcript", folder / "record").stdout
    assert first[0]["content"] in text
    assert "decision 2 · repair 1" in text
    assert "that was all" in text
    assert KEY not in text
    for path in folder.rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes(), path


def _decoded(jpeg: bytes) -> Any:
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def test_a_hanging_endpoint_ends_by_the_deadline_and_is_not_the_models_failure(
    tmp_path: Path,
) -> None:
    """Played with a settings file of one's own, in which the deadline is short."""
    settings = (library.config_folder() / "agents" / "mllm.yaml").read_text()
    settings = settings.replace("deadline_s: 600", "deadline_s: 2")
    (tmp_path / "mine.yaml").write_text(settings.replace("probe: daily", "probe: never"))
    with ChatServer(["not an action", hang()]) as server:
        run = eyehand(
            *("run", "--task", "cup_right_of_table", "--seed", "1000", "--agent", "mllm"),
            *("--model", "test-model", "--base-url", server.base_url),
            *("--settings", tmp_path / "mine.yaml", "--out", tmp_path / "record"),
        )
    result = json.loads(run.stdout.splitlines()[-1])
    assert run.returncode == 3
    assert (result["outcome"], result["ending"]) == ("invalid", "infrastructure_error")
    assert "model endpoint" in result["reason"]
    assert "deadline_s" in result["reason"]
    episode = json.loads((tmp_path / "record" / "episode.json").read_text())
    assert (episode["repairs"], episode["tokens"]["requests"]) == (1, 2)
    assert episode["endpoint"]["settings"]["deadline_s"] == 2
    assert "no complete answer within 2 s" in eyehand("transcript", tmp_path / "record").stdout
