"""Render profiles as files."""

from __future__ import annotations

import pytest
from eyehand_core.config_file import ConfigFileError
from eyehand_core.errors import UnknownNameError
from eyehand_world.render_profile import DEFAULT_PROFILE, load_profile, profile_names


def test_bundled_profiles(config) -> None:
    assert profile_names(config) == ("fast", "fine", "standard")
    assert load_profile(config, "fast").shadow_map == 0
    assert load_profile(config, DEFAULT_PROFILE).shadow_map > 0
    assert load_profile(config, "fine").samples > 0


def test_unknown_profile_names_the_nearest(config) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'standard'"):
        load_profile(config, "standart")


@pytest.mark.parametrize(
    "text", ["samples: 0\n", "samples: 99\nshadow_map: 0\n", "samples: 0\nshadow_map: 0\nx: 1\n"]
)
def test_wrong_file_is_refused(tmp_path, text) -> None:
    (tmp_path / "render").mkdir()
    (tmp_path / "render" / "odd.yaml").write_text(text)
    with pytest.raises(ConfigFileError):
        load_profile(tmp_path, "odd")
