"""A real layout episode, recorded and judged again from its bag, whole and tampered with."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from eyehand_bench.cli.main import main
from eyehand_bench.record import rescoring, topics
from eyehand_bench.record.bag_reader import BagReader
from eyehand_bench.record.bag_writer import BagWriter
from eyehand_bench.record.episode_file import read_episode
from eyehand_bench.record.episode_plan import EpisodePlan
from eyehand_bench.record.rescoring import rescore
from eyehand_bench.record.topics import RECORDED_TOPICS
from eyehand_bench.stack import episode_run
from eyehand_bench.stack.episode_run import run_episode
from eyehand_core.errors import ConfigError, RecordError
from rosbags.highlevel import AnyReader

pytestmark = pytest.mark.ros

PLAN = EpisodePlan(task="box_above_circle", seed=1000, agent="random", world="layout")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("episode") / "record"
    events: list[str] = []
    content = run_episode(PLAN, folder, {}, lambda event: events.append(event["event"]))
    assert content["outcome"] in ("success", "failure"), content
    assert {"domain", "ready", "playing", "step", "judged", "stopping"} <= set(events)
    return folder


def copied(record: Path, folder: Path, without: str = "", from_message: int = 0) -> Path:
    """Copy the bag message by message, leaving out one of a topic."""
    reader = BagReader(record / "bag")
    qualities = {f"/{topic.name.lstrip('/')}": topic.quality for topic in RECORDED_TOPICS}
    seen = 0
    with BagWriter(folder / "bag") as writer:
        known: set[str] = set()
        for raw in reader.messages():
            if raw.topic not in known:
                known.add(raw.topic)
                text = reader.definition(raw.type_name)
                writer.add_topic(raw.topic, raw.type_name, text, qualities[raw.topic])
            if raw.topic == without:
                seen += 1
                if seen - 1 == from_message:
                    continue
            writer.write(raw.topic, raw.data, raw.log_time, raw.log_time)
    return folder / "bag"


def test_the_bag_leads_to_the_same_verdict(record: Path) -> None:
    comparison = rescore(record / "bag")
    assert comparison.matches
    assert comparison.live.digest == read_episode(record)["digest"]
    assert comparison.live.digest == comparison.derived.digest != ""


def test_other_programs_find_everything_in_the_bag(record: Path) -> None:
    with AnyReader([record / "bag"]) as bag:
        counts = {connection.topic: connection.msgcount for connection in bag.connections}
        images = [c for c in bag.connections if c.topic == f"/{topics.IMAGES}"]
        first = next(bag.deserialize(raw, c.msgtype) for c, _, raw in bag.messages(images))
    episode = read_episode(record)
    assert {name: count for name, count in counts.items() if count} == episode["messages"]
    assert counts[f"/{topics.DECISIONS}"] == episode["decisions"]
    assert bytes(first.data[:3]) == b"\xff\xd8\xff"


@pytest.mark.parametrize("number", [0, 1])
def test_a_lost_sample_allows_no_verdict(record: Path, tmp_path: Path, number: int) -> None:
    bag = copied(record, tmp_path, f"/{topics.OBJECTS}", number)
    with pytest.raises(RecordError, match="samples were lost"):
        rescore(bag)
    assert main(["score", str(tmp_path)]) == 3


def test_a_lost_decision_changes_the_derived_verdict(record: Path, tmp_path: Path) -> None:
    bag = copied(record, tmp_path, f"/{topics.DECISIONS}", 2)
    comparison = rescore(bag)
    assert not comparison.matches
    assert any(difference.startswith("digest: live ") for difference in comparison.differences)


def test_a_cut_bag_is_damaged_and_does_not_match(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(record, tmp_path / "record")
    file = next((tmp_path / "record" / "bag").glob("*.mcap"))
    os.truncate(file, int(file.stat().st_size * 0.9))
    assert main(["score", str(tmp_path / "record")]) == 3
    told = capsys.readouterr().out
    assert "it breaks off" in told
    assert "no match  a damaged bag" in told


@pytest.mark.parametrize("part", range(1, 8))
def test_one_flipped_bit_anywhere_is_called_damage_in_words(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], part: int
) -> None:
    shutil.copytree(record, tmp_path / "record")
    file = next((tmp_path / "record" / "bag").glob("*.mcap"))
    data = bytearray(file.read_bytes())
    data[len(data) * part // 16] ^= 1  # the second half holds indices and definitions alone
    file.write_bytes(bytes(data))
    status = main(["score", str(tmp_path / "record")])
    told = "".join(capsys.readouterr())
    assert "damage" in told
    assert "mcap recover" in told
    assert "Error" not in told, "a class of the library says nothing to people"
    assert status == (3 if "index" not in told else 0)


def test_score_as_json_gives_both_verdicts(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "--json", str(record)]) == 0
    facts: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert facts["matches"] is True
    assert facts["live"] == facts["derived"]


def retold(record: Path, folder: Path, change: Mapping[str, Any]) -> Path:
    """Copy a record with other values in its ``episode.json``."""
    copy = Path(shutil.copytree(record, folder / "record"))
    content = json.loads((copy / "episode.json").read_text())
    (copy / "episode.json").write_text(json.dumps({**content, **change}))
    return copy


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("outcome", "none such"),
        ("ending", "none such"),
        ("steps", 999),
        ("budget", 999),
        ("digest", "0" * 64),
        ("task", "cup_right_of_table"),
        ("seed", 1001),
    ],
)
def test_an_episode_file_that_contradicts_its_bag_is_told(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, value: Any
) -> None:
    assert main(["score", str(retold(record, tmp_path, {name: value}))]) == 3
    warnings = [line for line in capsys.readouterr().out.splitlines() if "warning" in line]
    assert len(warnings) == 1 + (name == "task"), "another task has another file too"
    assert f"{name}: episode.json {value!r}, the bag " in warnings[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "no episode.json in"),
        ("{", "is damaged, it is no JSON"),
        ("[]", "schema version None"),
        ('{"schema_version": 99}', "schema version 99"),
        ('{"schema_version": 1, "state": "running"}', "the run was killed"),
    ],
)
def test_a_record_without_a_sound_episode_file_is_still_judged(
    record: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str | None,
    says: str,
) -> None:
    copy = retold(record, tmp_path, {})
    (copy / "episode.json").unlink()
    if text is not None:
        (copy / "episode.json").write_text(text)
    assert main(["score", str(copy)]) == 3
    told = capsys.readouterr().out
    assert says in told
    assert "no match  the bag confirms the live verdict, but episode.json does not" in told
    assert read_episode(record)["outcome"] in told


def test_a_bag_alone_is_judged_by_itself(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(record / "bag", tmp_path / "bag")
    assert main(["score", str(tmp_path / "bag")]) == 0
    assert "no episode.json was compared" in capsys.readouterr().err


def test_a_bag_that_other_programs_cannot_open_is_judged_with_a_warning(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = retold(record, tmp_path, {"file_digests": {"task": "0" * 64}})
    (copy / "bag" / "metadata.yaml").unlink()
    assert main(["score", str(copy)]) == 0
    told = capsys.readouterr().out
    assert "another version of the task file 'box_above_circle'" in told
    assert "ros2 bag reindex" in told
    assert "match     digest" in told


def test_a_different_live_verdict_is_shown_with_both_values(record: Path) -> None:
    comparison = rescore(record / "bag")
    wrong = replace(comparison, live=replace(comparison.live, outcome="success", ending="success"))
    assert not wrong.matches
    assert any("outcome: live 'success', from the bag" in text for text in wrong.differences)
    assert isinstance(comparison, rescoring.Comparison)


def test_a_record_folder_is_used_once(record: Path) -> None:
    with pytest.raises(ConfigError, match="already holds a record"):
        run_episode(PLAN, record, {}, lambda event: None)


def test_a_client_that_hangs_is_noticed_and_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(episode_run, "SILENCE_S", 5.0)
    clients: list[int] = []

    def observe(event: Mapping[str, Any]) -> None:
        if event["event"] == "started" and event["node"] == "episode":
            clients.append(event["pid"])
            os.kill(clients[0], signal.SIGSTOP)

    content = run_episode(PLAN, tmp_path / "record", {}, observe)
    assert content["outcome"] == "invalid"
    assert content["reason"] == "node 'episode' has told nothing for 5 s"
    assert not Path(f"/proc/{clients[0]}/cmdline").exists()


def test_a_verdict_stands_though_agent_and_client_die_right_after_it(tmp_path: Path) -> None:
    nodes: dict[str, int] = {}

    def observe(event: Mapping[str, Any]) -> None:
        if event["event"] == "started":
            nodes[event["node"]] = event["pid"]
        if event.get("what") == "the recorder to finish":
            os.kill(nodes["episode"], signal.SIGKILL)
            os.kill(nodes["agent"], signal.SIGKILL)

    content = run_episode(PLAN, tmp_path / "record", {}, observe)
    assert content["outcome"] in ("success", "failure"), content
    assert rescore(tmp_path / "record" / "bag").matches
    written = read_episode(tmp_path / "record")
    assert written["incident"] == content["incident"]
    assert re.fullmatch(r"node '(episode|agent)' died \(signal 9\)", written["incident"])


def test_without_out_the_record_goes_to_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("--task", PLAN.task, "--seed", str(PLAN.seed), "--agent", PLAN.agent)
    assert main(["run", *words, "--quiet"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["record"] == "out/box_above_circle-1000-random"
    assert read_episode(tmp_path / result["record"])["outcome"] == result["outcome"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_nothing_happened_beside_the_episode(record: Path) -> None:
    assert read_episode(record)["incident"] == ""


def test_the_strip_is_there(record: Path) -> None:
    assert read_episode(record)["strip"] == "strip.png"
    assert (record / "strip.png").read_bytes().startswith(b"\x89PNG")


def test_nothing_of_this_machine_is_in_the_record(record: Path) -> None:
    """Rule G7: no host name, no home folder."""
    texts = [(record / "episode.json").read_bytes(), (record / "bag/metadata.yaml").read_bytes()]
    pictures = f"/{topics.IMAGES}"
    texts += [raw.data for raw in BagReader(record / "bag").messages() if raw.topic != pictures]
    for secret in (os.uname().nodename, str(Path.home())):
        whole_word = re.compile(rb"(?<!\w)" + re.escape(secret.encode()) + rb"(?!\w)")
        assert not any(whole_word.search(text) for text in texts)
