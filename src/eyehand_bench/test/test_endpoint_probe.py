"""``doctor --endpoint`` says what an endpoint can do and what it lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from eyehand_agent.testing.chat_behaviors import Behavior, error
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_agent.testing.probe_answers import Skills
from eyehand_bench.cli.main import main
from eyehand_bench.doctor import finding
from eyehand_bench.doctor.checks.endpoint import check_endpoint
from eyehand_bench.doctor.endpoint_probe import examine_endpoint
from eyehand_bench.doctor.finding import Level
from eyehand_core.registry import Registry

from eyehand_bench import library


def test_the_only_model_is_found_and_examined(capsys: pytest.CaptureFixture[str]) -> None:
    with ChatServer([error(500, "no probe")]) as server:
        assert main(["doctor", "--endpoint", server.base_url]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["PASS", "endpoint"]
    assert "'schema'" in lines[-1]


def test_what_is_missing_is_said() -> None:
    skills = Skills(sees=False, schema="ignored")
    with ChatServer([error(500, "no probe")], skills) as server:
        findings = examine_endpoint(server.base_url, "test-model")
    levels = {name: finding.level for name, finding in findings.items()}
    assert (levels["image"], levels["schema"]) == (Level.FAIL, Level.WARN)
    assert findings["output"].level is Level.WARN, "what cannot be shown cannot be decided on"
    assert "'tool'" in findings["output"].found


def test_an_endpoint_of_the_other_form_is_examined_with_a_settings_file(tmp_path: Path) -> None:
    settings = (library.config_folder() / "agents" / "mllm.yaml").read_text()
    (tmp_path / "mine.yaml").write_text(settings.replace("wire: chat ", "wire: responses "))
    skills = Skills(schema="refused", refused_fields=("seed",))
    with ChatServer([error(500, "no probe")], skills) as server:
        findings = examine_endpoint(server.base_url, "test-model", tmp_path / "mine.yaml")
        assert server.paths == {"/v1/responses"}
    levels = {name: finding.level for name, finding in findings.items()}
    assert {levels[name] for name in ("image", "images", "tool", "system_role", "usage")} == {
        Level.PASS
    }
    assert (levels["schema"], levels["seed"]) == (Level.WARN, Level.WARN)
    assert "'tool'" in findings["output"].found


def test_what_a_server_says_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    hostile = Behavior(status=400, body=b"\x1b[2J\x07gone", content_type="text/plain")
    with ChatServer([hostile], None) as server:
        main(["doctor", "--endpoint", server.base_url, "--model", "m"])
    shown = capsys.readouterr().out
    assert r"\x1b[2J\x07gone" in shown
    assert all(character.isprintable() for character in shown.replace("\n", ""))


def test_nobody_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--endpoint", "http://127.0.0.1:9/v1"]) == 3
    assert "start your server" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--endpoint", "--base-url"])
def test_what_is_no_address_is_told_with_an_example(
    option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    examined = Registry[Any]("check")
    examined.add("endpoint", check_endpoint)
    monkeypatch.setattr(finding, "CHECKS", examined)
    for address in ("foo", "http://", "me:geheim@host"):
        assert main(["doctor", option, address]) == 3
        shown = capsys.readouterr().out
        assert "not an http(s) address with a host; expected for example http://local" in shown
        assert "geheim" not in shown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--model", "m"), "--model changes nothing without --endpoint"),
        (("--settings", __file__), "--settings changes nothing without --endpoint"),
        (("--wait", "0"), "--wait changes nothing without --robot"),
        (("--robot", "dual_x5", "--model", "m"), "--model changes nothing without --endpoint"),
        (("--endpoint", "http://localhost:9/v1", "--wait", "3"), "without --robot"),
        (("--endpoint", "http://localhost:9/v1", "--robot", "dual_x5"), "two examinations"),
        (("--robot", "dual_x5", "--base-url", "http://localhost:9/v1"), "leave out --base-url"),
    ],
)
def test_options_that_would_change_nothing_are_refused(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", *words]) == 2
    assert says in capsys.readouterr().err
