"""docs/conditions.md says what the files say."""

from __future__ import annotations

from cube_game import CONFIG
from eyehand_core.config_file import ConfigFile
from eyehand_core.episode.conditions import condition_paths
from eyehand_core.episode.conditions_page import tables

PAGE = (CONFIG.parent / "docs" / "conditions.md").read_text(encoding="utf-8")


def test_the_tables_are_up_to_date() -> None:
    assert tables(CONFIG) in PAGE, (
        "put them in anew: python -m eyehand_core.episode.conditions_page config"
    )


def test_every_key_of_the_files_is_explained() -> None:
    for path in condition_paths(CONFIG).values():
        root = ConfigFile(path).root
        nested = [name for key in ("depth", "rig") for name in root.section(key, True).names]
        for key in (*root.names, *nested):
            assert f"`{key}`" in PAGE, key
