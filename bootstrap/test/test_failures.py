"""No network, no disk, no Python: each a short message with a remedy, from the real programs."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from eyehand_setup import disk, pip_install
from eyehand_setup.jobs import run_all
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError

pytestmark = pytest.mark.slow
MESSAGE_LINES = 6


@contextlib.contextmanager
def tmpfs(folder: Path, size: str) -> Iterator[None]:
    """Mount a small disk, or skip where that is not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk needs root")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def set_up(layout: Layout, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run set-up of a checkout with these variables only."""
    return subprocess.run(
        [layout.root / "bootstrap" / "setup.sh"],
        env=variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def expect_message(result: subprocess.CompletedProcess[str], *parts: str) -> None:
    """Check exit status, length and content of an error."""
    assert result.returncode == 3, result.stderr
    message = result.stderr[result.stderr.index("error: ") :].strip()
    assert len(message.splitlines()) <= MESSAGE_LINES, message
    assert "Traceback" not in message
    for part in parts:
        assert part in message


def test_unreachable_index_is_called_no_network(
    checkout: Layout, offline: pytest.MonkeyPatch, progress: Progress
) -> None:
    checkout.prepare()
    offline.delenv("PIP_NO_INDEX")
    offline.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    job = pip_install.job("runtime", Path(sys.executable), ["no-such-thing==1"], checkout)
    run_all([job], progress)
    with pytest.raises(SetupError, match="no network") as caught:
        pip_install.check(job, checkout)
    message = caught.value.render()
    assert "HTTPS_PROXY" in message
    assert "goes on where it stopped" in message
    assert ".eyehand/log/setup/runtime.log" in message


def test_index_without_the_package_is_not_called_no_network(
    checkout: Layout, offline: pytest.MonkeyPatch, progress: Progress
) -> None:
    checkout.prepare()
    job = pip_install.job("sdk", Path(sys.executable), ["no-such-thing==1"], checkout)
    run_all([job], progress)
    with pytest.raises(SetupError, match="has no no-such-thing==1 for this machine"):
        pip_install.check(job, checkout)


def test_disk_that_runs_full_while_unpacking_is_called_so(
    checkout: Layout,
    tmp_path: Path,
    offline: pytest.MonkeyPatch,
    progress: Progress,
    make_wheel: Callable[..., Path],
) -> None:
    make_wheel(tmp_path / "wheels", "big", "1", payload=os.urandom(8_000_000))
    offline.setenv("PIP_FIND_LINKS", (tmp_path / "wheels").as_uri())
    with tmpfs(checkout.folder, "4m"):
        checkout.prepare()
        target = ["--target", str(checkout.folder / "target")]
        job = pip_install.job("runtime", Path(sys.executable), ["big==1"], checkout, *target)
        run_all([job], progress)
        with pytest.raises(SetupError, match="not enough disk space") as caught:
            pip_install.check(job, checkout)
    assert "ln -s /big/disk/eyehand .eyehand" in caught.value.render()


def test_small_disk_is_refused_before_anything_is_fetched(checkout: Layout) -> None:
    with tmpfs(checkout.folder, "50m"):
        result = set_up(checkout, PATH=os.environ["PATH"], HOME=os.environ.get("HOME", "/"))
        expect_message(result, "not enough disk space", "MB are free", "ln -s")
        assert not (checkout.runtime / "bin").exists()


def test_space_is_required_by_size(tmp_path: Path) -> None:
    disk.require(tmp_path, 1)
    with pytest.raises(SetupError, match="1000000000 MB are needed"):
        disk.require(tmp_path, 10**9)


def test_missing_python_312_is_named_with_remedies(checkout: Layout, tmp_path: Path) -> None:
    broken = tmp_path / "bin" / "python3.12"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho 'pyenv: python3.12: command not found' >&2; exit 127\n")
    broken.chmod(0o755)
    result = set_up(checkout, EYEHAND_PYTHON312=str(broken), PATH=os.environ["PATH"])
    expect_message(
        result, "no usable Python 3.12", "command not found", "apt install python3.12", "uv python"
    )


def test_interpreter_of_another_version_is_not_taken(checkout: Layout, tmp_path: Path) -> None:
    (tmp_path / "python3.12").write_text("#!/bin/sh\necho 'Python 3.11.2' >&2; exit 1\n")
    result = set_up(
        checkout, EYEHAND_PYTHON312=str(tmp_path / "python3.12"), PATH=os.environ["PATH"]
    )
    expect_message(result, "no usable Python 3.12", "PermissionError")


def test_no_python_at_all_is_said_by_the_shell(checkout: Layout, tmp_path: Path) -> None:
    for name in ("dirname", "readlink"):
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    script = (checkout.root / "bootstrap" / "setup.sh").read_text(encoding="utf-8")
    hidden = script.replace("/usr/bin/python3", "/nowhere/a").replace(
        "/usr/local/bin/python3", "/nowhere/b"
    )
    (checkout.root / "bootstrap" / "setup.sh").write_text(hidden, encoding="utf-8")
    result = set_up(checkout, PATH=str(tmp_path), HOME="/nonexistent")
    expect_message(result, "no Python 3.8 or later", "apt-get install python3")


def test_home_of_another_python_does_not_matter(checkout: Layout) -> None:
    result = set_up(checkout, PYTHONHOME="/nowhere", EYEHAND_ROS="conda", PATH=os.environ["PATH"])
    expect_message(result, "EYEHAND_ROS=conda")


def test_unknown_choice_of_ros_lists_what_is_allowed(checkout: Layout) -> None:
    result = set_up(checkout, EYEHAND_ROS="conda", PATH=os.environ["PATH"])
    expect_message(result, "EYEHAND_ROS=conda", "auto, sourced, wheels")


def test_first_sign_of_life_within_a_second(checkout: Layout) -> None:
    start = time.monotonic()
    with subprocess.Popen(
        [checkout.root / "bootstrap" / "setup.sh"],
        env={"PATH": os.environ["PATH"], "EYEHAND_PYTHON312": "/nowhere/python3.12"},
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline()
        assert time.monotonic() - start < 2.0


def test_folder_that_can_not_be_written_is_named(checkout: Layout) -> None:
    checkout.folder.write_text("in the way", encoding="utf-8")
    result = set_up(checkout, PATH=os.environ["PATH"])
    expect_message(result, ".eyehand", "File exists", "remove it and run this again")
