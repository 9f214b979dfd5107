"""The file of environment variables, read by a real shell."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from eyehand_setup import shell_env
from eyehand_setup.foundation import Foundation
from eyehand_setup.layout import Layout
from eyehand_setup.messages import SetupError


def foundation(layout: Layout, distro: str = "jazzy") -> Foundation:
    """What a runtime of wheels would offer."""
    return Foundation(
        label="ROS 2",
        python=layout.runtime / "bin" / "python",
        run_variables={
            "AMENT_PREFIX_PATH": "/ros",
            "LD_LIBRARY_PATH": "/ros/lib",
            "ROS_DISTRO": distro,
        },
        build_variables={},
        default_rmw="rmw_cyclonedds_cpp",
    )


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    """A checkout whose workspace adds itself to the paths when sourced."""
    layout = Layout(tmp_path / "it's a checkout")
    layout.install.mkdir(parents=True)
    (layout.install / "local_setup.bash").write_text(
        'here=$(dirname "${BASH_SOURCE[0]}")\n'
        "$COLCON_PYTHON_EXECUTABLE -c pass || return\n"  # unquoted, as colcon has it
        'export AMENT_PREFIX_PATH="$here:$AMENT_PREFIX_PATH"\n'
        'export LD_LIBRARY_PATH="$here/lib:$LD_LIBRARY_PATH"\n',
        encoding="utf-8",
    )
    return layout


def sourced(layout: Layout, times: int = 1, **variables: str) -> dict[str, str]:
    """Return the variables of a POSIX shell after sourcing the file."""
    script = '. "$1" && ' * times + "env -0"
    out = subprocess.run(
        ["sh", "-c", script, "sh", layout.env_file],
        env={"PATH": os.defpath, **variables},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return dict(entry.split("=", 1) for entry in out.split("\0") if entry)


def test_variables_of_the_workspace_are_set(layout: Layout) -> None:
    shell_env.write(layout, foundation(layout), "egl")
    found = sourced(layout)
    assert found["EYEHAND_ROOT"] == str(layout.root)
    assert found["AMENT_PREFIX_PATH"] == f"{layout.install}:/ros"
    assert found["LD_LIBRARY_PATH"] == f"{layout.install}/lib:/ros/lib"
    assert found["PATH"] == f"{layout.runtime}/bin:{os.defpath}"
    assert found["ROS_AUTOMATIC_DISCOVERY_RANGE"] == "LOCALHOST"
    assert "ROS_LOCALHOST_ONLY" not in found
    assert (found["MUJOCO_GL"], found["RMW_IMPLEMENTATION"]) == ("egl", "rmw_cyclonedds_cpp")


def test_choices_of_the_user_stay(layout: Layout) -> None:
    shell_env.write(layout, foundation(layout), "egl")
    found = sourced(
        layout, MUJOCO_GL="osmesa", RMW_IMPLEMENTATION="rmw_fastrtps_cpp", LD_LIBRARY_PATH="/mine"
    )
    assert (found["MUJOCO_GL"], found["RMW_IMPLEMENTATION"]) == ("osmesa", "rmw_fastrtps_cpp")
    assert found["LD_LIBRARY_PATH"].endswith(":/mine")


def test_home_of_another_python_is_dropped(layout: Layout) -> None:
    shell_env.write(layout, foundation(layout), "egl")
    assert "PYTHONHOME" not in sourced(layout, PYTHONHOME="/other")


def test_sourcing_twice_changes_nothing(layout: Layout) -> None:
    shell_env.write(layout, foundation(layout), "egl")
    once, twice = sourced(layout), sourced(layout, times=2)
    assert {**once, "_": ""} == {**twice, "_": ""}


def test_humble_knows_the_older_variable_only(layout: Layout) -> None:
    shell_env.write(layout, foundation(layout, "humble"), "egl")
    found = sourced(layout)
    assert found["ROS_LOCALHOST_ONLY"] == "1"
    assert "ROS_AUTOMATIC_DISCOVERY_RANGE" not in found


def test_workspace_that_can_not_be_sourced_is_said(layout: Layout) -> None:
    (layout.install / "local_setup.bash").write_text("false\n", encoding="utf-8")
    with pytest.raises(SetupError, match="could not be sourced"):
        shell_env.write(layout, foundation(layout), "egl")


def test_workspace_that_adds_nothing_is_said(layout: Layout) -> None:
    (layout.install / "local_setup.bash").write_text("true\n", encoding="utf-8")
    with pytest.raises(SetupError, match="could not be sourced"):
        shell_env.write(layout, foundation(layout), "egl")
