"""Robot descriptions from xacro files."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_core.errors import ConfigError
from eyehand_core.xacro_file import expand_xacro

XACRO = (
    '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    '{}<link name="${{1 + 2}}"/></robot>'
)


def test_macros_are_expanded(tmp_path: Path) -> None:
    file = tmp_path / "r.xacro"
    file.write_text(XACRO.format(""))
    assert '<link name="3"/>' in expand_xacro(file)


def test_included_files_are_found_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "p.xacro").write_text(
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:property name="n" value="7"/></robot>'
    )
    file = tmp_path / "r.xacro"
    file.write_text(XACRO.format('<xacro:include filename="parts/p.xacro"/><link name="l${n}"/>'))
    assert '<link name="l7"/>' in expand_xacro(file)


def test_arguments_replace_their_defaults(tmp_path: Path) -> None:
    file = tmp_path / "r.xacro"
    file.write_text(XACRO.format('<xacro:arg name="a" default="d"/><link name="$(arg a)"/>'))
    assert '<link name="d"/>' in expand_xacro(file)
    assert '<link name="e"/>' in expand_xacro(file, a="e")
    assert '<link name="d"/>' in expand_xacro(file)


@pytest.mark.parametrize("text", ["<robot", XACRO.format('<xacro:nothing/><link name="${gone}"/>')])
def test_wrong_file_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "wrong.xacro"
    file.write_text(text)
    with pytest.raises(ConfigError, match="wrong.xacro: cannot be expanded"):
        expand_xacro(file)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="gone.xacro: cannot be expanded"):
        expand_xacro(tmp_path / "gone.xacro")
