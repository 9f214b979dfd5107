"""Each package.xml names what its package imports, so that rosdep and colcon find and order it."""

from __future__ import annotations

import ast
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = sorted(path.parent for path in ROOT.glob("src/*/setup.py"))
ROSDEP_KEYS = {
    "PIL": "python3-pil",
    "cv2": "python3-opencv",
    "hypothesis": "python3-hypothesis",
    "jsonschema": "python3-jsonschema",
    "numpy": "python3-numpy",
    "packaging": "python3-packaging",
    "psutil": "python3-psutil",
    "pytest": "python3-pytest",
    "scipy": "python3-scipy",
    "yaml": "python3-yaml",
}
"""Keys of modules that are not ROS packages."""
NOT_IN_ROSDEP = {"OpenGL", "coal", "mcap", "mujoco", "openai", "rosbags", "toppra"}
"""Modules that set-up installs, from the lists in bootstrap/requirements."""
OPTIONAL = {"gazebo_msgs", "moveit", "moveit_msgs", "ros_gz_interfaces", "shape_msgs"}
"""Packages of one planner or simulator, which is refused with a remedy where they are missing."""


def imported(folder: Path) -> set[str]:
    """Return the keys of everything that the modules of a folder import."""
    modules = {name for path in folder.rglob("*.py") for name in _imports(path)}
    foreign = modules - set(sys.stdlib_module_names) - NOT_IN_ROSDEP - OPTIONAL
    return {ROSDEP_KEYS.get(name, name) for name in foreign}


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (item.name.partition(".")[0] for item in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


def named(package: Path, *tags: str) -> set[str]:
    """Return the dependencies that a package.xml names."""
    root = ET.parse(package / "package.xml").getroot()
    return {str(item.text) for tag in tags for item in root.findall(tag)}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_a_manifest_names_what_the_package_imports(package: Path) -> None:
    needed = imported(package / package.name) - {package.name}
    assert named(package, "depend", "exec_depend") == needed


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_a_manifest_names_what_the_tests_import(package: Path) -> None:
    """But for packages of the stack: tests may use any of them, dependencies must not go round."""
    helpers = (
        {path.stem for path in ROOT.glob("src/*/test/**/*.py")}
        | {path.stem for path in (ROOT / "test").rglob("*.py")}
        | {"test"}
    )
    needed = {key for key in imported(package / "test") - helpers if "eyehand" not in key}
    assert needed <= named(package, "depend", "exec_depend", "test_depend")
