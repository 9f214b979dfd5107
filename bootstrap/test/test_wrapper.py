"""The ./eyehand wrapper, with a trivial command behind it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from eyehand_setup.layout import Layout

COMMAND = "import os, sys\nprint([os.getcwd(), *sys.argv[1:]])\nsys.exit(len(sys.argv) - 1)\n"


@pytest.fixture
def ready(checkout: Layout, tmp_path: Path) -> Layout:
    """A checkout that looks set up; its set-up only notes that it was called."""
    package = tmp_path / "packages" / "eyehand_bench"
    package.mkdir(parents=True)
    (package / "__main__.py").write_text(COMMAND, encoding="utf-8")
    checkout.prepare()
    checkout.env_file.write_text(
        f"export EYEHAND_PYTHON={shlex.quote(sys.executable)}\n"
        f"export PYTHONPATH={shlex.quote(str(package.parent))}\n",
        encoding="utf-8",
    )
    stub = checkout.root / "bootstrap" / "setup.sh"
    stub.write_text(
        '#!/bin/sh\nroot=$(dirname "$(dirname "$(readlink -f "$0")")")\n'
        'echo "set-up $*" >&2\n[ ! -e "$root/fail" ] || exit 3\n'
        'echo "$root" >"$root/.eyehand/ready"\n',
        encoding="utf-8",
    )
    checkout.ready_file.write_text(f"{checkout.root}\n", encoding="utf-8")
    return checkout


def run(layout: Layout, *arguments: str, **options: str) -> subprocess.CompletedProcess[str]:
    """Run the wrapper."""
    command = [options.get("through", str(layout.root / "eyehand")), *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=options.get("cwd"), timeout=60, check=False
    )


def test_arguments_folder_and_status_pass_through(ready: Layout, tmp_path: Path) -> None:
    result = run(ready, "a b", "--c", "'d", cwd=str(tmp_path))
    assert result.stdout == f"{[str(tmp_path), 'a b', '--c', chr(39) + 'd']}\n"
    assert result.returncode == 3
    assert result.stderr == ""


def test_home_of_another_python_does_not_matter(
    ready: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    result = run(ready)
    assert (result.returncode, result.stderr) == (0, "")


def test_works_through_a_link(ready: Layout, tmp_path: Path) -> None:
    link = tmp_path / "eyehand"
    link.symlink_to(ready.root / "eyehand")
    assert run(ready, through=str(link)).returncode == 0


def test_costs_less_than_a_tenth_of_a_second(ready: Layout) -> None:
    def best_of(command: list[str]) -> float:
        times = []
        for _ in range(7):
            start = time.monotonic()
            subprocess.run(command, capture_output=True, check=False)
            times.append(time.monotonic() - start)
        return min(times)

    for number in range(300):
        (ready.root / "src" / f"{number}.py").touch()
    ready.ready_file.touch()
    plain = best_of([sys.executable, "-c", COMMAND])
    assert best_of([str(ready.root / "eyehand")]) - plain < 0.1


def test_missing_set_up_is_run_first(ready: Layout) -> None:
    ready.ready_file.unlink()
    result = run(ready)
    assert result.returncode == 0
    assert result.stderr == "set-up --quiet\n"


def test_failed_set_up_ends_with_its_status(ready: Layout) -> None:
    ready.ready_file.unlink()
    (ready.root / "fail").touch()
    result = run(ready)
    assert (result.returncode, result.stdout) == (3, "")


def test_moved_checkout_is_set_up_again(ready: Layout) -> None:
    moved = Layout(ready.root.with_name("moved"))
    ready.root.rename(moved.root)
    assert run(moved).stderr == "set-up --quiet\n"
    assert run(moved).stderr == ""


@pytest.mark.parametrize(
    "name",
    [
        "src/eyehand_x/package.xml",
        "src/eyehand_x/setup.py",
        "src/eyehand_x/msg/Thing.msg",
        "bootstrap/requirements/runtime.txt",
    ],
)
def test_change_that_matters_runs_set_up(ready: Layout, name: str) -> None:
    later = time.time() + 10
    path = ready.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    for changed in (path, path.parent):
        os.utime(changed, (later, later))
    assert run(ready).stderr == "set-up --quiet\n"


@pytest.mark.parametrize(
    "name",
    [
        "src/eyehand_x/eyehand_x/node.py",
        "config/tasks/new.yaml",
        "launch/new.launch.py",
        "urdf/new.xacro",
    ],
)
def test_file_used_where_it_lies_does_not_run_set_up(ready: Layout, name: str) -> None:
    path = ready.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    ready.ready_file.touch()  # newer than `src`, which a new package folder has changed
    later = time.time() + 10
    for changed in (path, path.parent):
        os.utime(changed, (later, later))
    assert run(ready).stderr == ""
