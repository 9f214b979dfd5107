"""The settings files of the agents, and strict reading of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_agent.agent_settings import SETTINGS, load_settings, longest_decision_s
from eyehand_agent.mllm_settings import MllmSettings
from eyehand_agent.policies.policy import POLICIES
from eyehand_core.config_file import ConfigFileError
from eyehand_core.errors import ConfigError, UnknownNameError

from eyehand_agent import policies

AGENTS = Path(__file__).parents[3] / "config" / "agents"


@pytest.mark.parametrize("path", sorted(AGENTS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_file_in_the_repository_is_read(path: Path) -> None:
    assert isinstance(load_settings(AGENTS, path.stem, {}), dict)


def test_every_reader_has_a_file_and_a_policy() -> None:
    policies.load()
    assert {path.stem for path in AGENTS.glob("*.yaml")} == set(SETTINGS)
    assert set(SETTINGS) <= set(POLICIES)


def test_file_and_overrides_make_an_endpoint() -> None:
    given = {"model": "m", "base_url": "http://localhost:1/v1"}
    settings = MllmSettings.from_mapping(load_settings(AGENTS, "mllm", given))
    assert (settings.endpoint.model, settings.endpoint.base_url) == ("m", given["base_url"])
    assert settings.endpoint.temperature is None
    assert settings.output == "auto"


def test_without_endpoint_the_message_says_what_to_give() -> None:
    with pytest.raises(ConfigError, match="--base-url"):
        MllmSettings.from_mapping(load_settings(AGENTS, "mllm", {}))
    with pytest.raises(ConfigError, match="--model"):
        MllmSettings.from_mapping(
            load_settings(AGENTS, "mllm", {"base_url": "http://localhost/v1"})
        )


def test_overrides_must_fit_the_agent() -> None:
    with pytest.raises(ConfigError, match="agent 'expert' has no setting 'model'"):
        load_settings(AGENTS, "expert", {"model": "m"})


def test_unknown_agents_are_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"expert.*mllm.*noop.*random"):
        load_settings(AGENTS, "expret", {})


def test_all_mistakes_of_a_file_appear_together(tmp_path: Path) -> None:
    text = (AGENTS / "mllm.yaml").read_text()
    text = text.replace("attempts: 3", "attempts: 0").replace("output: auto", "output: guess")
    (tmp_path / "mllm.yaml").write_text(text + "temprature: 1\nmodel: 5\n")
    with pytest.raises(ConfigFileError) as caught:
        load_settings(tmp_path, "mllm", {})
    keys = {problem.key for problem in caught.value.problems}
    assert keys == {"attempts", "output", "temprature", "model"}


def test_a_file_of_ones_own_is_read_instead(tmp_path: Path) -> None:
    mine = tmp_path / "patient.yaml"
    mine.write_text((AGENTS / "human.yaml").read_text().replace(": 800 ", ": 3000 "))
    settings = load_settings(AGENTS, "human", {}, mine)
    assert longest_decision_s(settings) == 3000.0
    with pytest.raises(ConfigError, match=r"patient\.yaml.*'noop'"):
        load_settings(AGENTS, "noop", {}, mine)


def test_what_waits_for_nobody_decides_at_once() -> None:
    assert longest_decision_s(load_settings(AGENTS, "noop", {})) == 0.0
    assert longest_decision_s(load_settings(AGENTS, "mllm", {})) == 600.0


def test_file_and_policy_have_one_name(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("policy: noop\ndescription: mine\n")
    with pytest.raises(ConfigError, match="'mine'"):
        load_settings(tmp_path, "mine", {})
