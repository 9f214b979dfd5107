"""A whole set-up from nothing, broken and mended: minutes, so only on request (-m slow_setup)."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SILENCE_S = 6.0
SECOND_SET_UP_S = 3.0

pytestmark = [pytest.mark.slow_setup, pytest.mark.timeout(3600)]


def set_up(root: Path) -> str:
    """Run set-up, check its status and that it never falls silent, and return what it said."""
    said = []
    last = time.monotonic()
    with subprocess.Popen(
        [root / "bootstrap" / "setup.sh"],
        env=clean_environment(),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            assert time.monotonic() - last < LONGEST_SILENCE_S, f"silence before: {line}"
            last = time.monotonic()
            said.append(line)
    assert process.returncode == 0, "".join(said)
    return "".join(said)


def clean_environment() -> dict[str, str]:
    """Return the environment of a shell in which nothing is sourced."""
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    path = [part for part in os.environ["PATH"].split(":") if ".eyehand" not in part]
    return {**kept, "PATH": ":".join(path), "HOME": os.environ["HOME"]}


def run_in(root: Path, code: str) -> str:
    """Run Python code in the environment of a checkout."""
    script = '. "$1/.eyehand/env.sh" && "$EYEHAND_PYTHON" -c "$2"'
    command = ["sh", "-c", script, "sh", str(root), code]
    return subprocess.run(
        command, env=clean_environment(), capture_output=True, text=True, check=True
    ).stdout


def test_from_nothing_then_broken_then_moved(tmp_path: Path) -> None:
    root = tmp_path / "a checkout"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(root)], check=True)
    assert "packages built" in set_up(root)
    code = (
        "import rclpy, mujoco, pinocchio, cv2;"
        "from eyehand_interfaces.action import Act; print(Act.__name__)"
    )
    assert run_in(root, code) == "Act\n"

    start = time.monotonic()
    assert re.fullmatch(r" 0:0\d  set-up     ready\n", set_up(root))
    assert time.monotonic() - start < SECOND_SET_UP_S

    site = root / ".eyehand/runtime/lib/python3.12/site-packages"
    shutil.rmtree(site / "mcap")
    (root / ".eyehand/sdk/eyehand-stamp.json").write_text("{", encoding="utf-8")
    said = set_up(root)
    assert "packages built" not in said
    assert run_in(root, "import mcap; print('whole')") == "whole\n"

    (root / "config" / "added.yaml").touch()
    assert "packages built" not in set_up(root)
    with (root / "src/eyehand_bringup/package.xml").open("a", encoding="utf-8") as file:
        file.write("<!-- changed -->\n")
    assert "packages built" in set_up(root)
    share = root / ".eyehand/install/share/eyehand_bringup/config"
    assert (share / "added.yaml").exists()

    moved = root.with_name("moved")
    root.rename(moved)
    set_up(moved)
    assert run_in(moved, code) == "Act\n"
    stamp = json.loads((moved / ".eyehand/install/eyehand-stamp.json").read_text(encoding="utf-8"))
    assert stamp["root"] == str(moved)
