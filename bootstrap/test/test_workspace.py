"""What makes the workspace be built again, and what is repaired and pruned afterwards."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from eyehand_setup import scripts, sources, workspace


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A workspace of one package, a launch file and a task."""
    for name, text in {
        "src/eyehand_x/package.xml": "<package/>",
        "src/eyehand_x/setup.py": "setup()",
        "src/eyehand_x/eyehand_x/node.py": "a = 1",
        "src/eyehand_x/msg/Thing.msg": "int32 a",
        "launch/sim.launch.py": "a = 1",
        "config/tasks/lift.yaml": "id: lift",
        "colcon.meta": "{}",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "name",
    ["src/eyehand_x/package.xml", "src/eyehand_x/setup.py", "src/eyehand_x/msg/Thing.msg"],
)
def test_text_of_build_files_counts(tree: Path, name: str) -> None:
    before = sources.snapshot(tree)
    (tree / name).write_text("something else", encoding="utf-8")
    assert sources.snapshot(tree) != before


def test_names_of_linked_files_count(tree: Path) -> None:
    before = sources.snapshot(tree)
    (tree / "src/eyehand_x/new.cmake").touch()
    assert sources.snapshot(tree) != before


@pytest.mark.parametrize("name", ["launch/real.launch.py", "config/tasks/new.yaml", "urdf/a.xacro"])
def test_files_read_in_the_checkout_do_not_count(tree: Path, name: str) -> None:
    before = sources.snapshot(tree)
    (tree / name).parent.mkdir(exist_ok=True)
    (tree / name).touch()
    assert sources.snapshot(tree) == before
    (tree / "config/tasks/lift.yaml").unlink()
    assert sources.snapshot(tree) == before


def test_linked_texts_modules_and_caches_do_not_count(tree: Path) -> None:
    before = sources.snapshot(tree)
    (tree / "src/eyehand_x/eyehand_x/node.py").write_text("a = 2", encoding="utf-8")
    (tree / "src/eyehand_x/eyehand_x/new.py").touch()
    (tree / "src/eyehand_x/eyehand_x/__pycache__").mkdir()
    (tree / "src/eyehand_x/eyehand_x/__pycache__/node.cpython-312.pyc").touch()
    (tree / "src/eyehand_x/.hypothesis/constants").mkdir(parents=True)
    (tree / "src/eyehand_x/.hypothesis/constants/93b18d06").touch()
    assert sources.snapshot(tree) == before


def test_links_to_removed_files_are_pruned(tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    (tmp_path / "share").mkdir()
    (tmp_path / "share" / "kept").symlink_to(tmp_path / "there")
    (tmp_path / "share" / "lost").symlink_to(tmp_path / "gone")
    workspace.prune(tmp_path)
    assert [path.name for path in (tmp_path / "share").iterdir()] == ["kept"]


def test_script_below_a_path_with_a_space_can_be_started(tmp_path: Path) -> None:
    python = tmp_path / "with space" / "python"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    script = tmp_path / "lib" / "eyehand_x" / "node"
    script.parent.mkdir(parents=True)
    script.write_text(f"#!{python}\nimport sys\nprint(sys.argv[1:])\n", encoding="utf-8")
    script.chmod(0o755)
    with pytest.raises(OSError, match="No such file"):
        subprocess.run([script], check=True)
    scripts.repair(tmp_path / "lib", python)
    result = subprocess.run([script, "a b"], capture_output=True, text=True, check=True)
    assert result.stdout == "['a b']\n"
