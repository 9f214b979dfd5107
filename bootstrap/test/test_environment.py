"""Environments: made, found whole, broken in several ways, mended."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from eyehand_setup import pip_install, python312, stamp
from eyehand_setup.environment import PinnedEnvironment
from eyehand_setup.jobs import run_all
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError
from eyehand_setup.venv import Venv

pytestmark = pytest.mark.slow
PINS = {"alpha": "1.0", "beta": "2.0"}


def mend(environment: PinnedEnvironment, progress: Progress) -> list[str]:
    """Do what set-up does, and return the lines that pip was asked for."""
    job = environment.mending()
    if job is not None:
        run_all([job], progress)
        pip_install.check(job, environment.venv.layout)
    environment.verify()
    environment.finish()
    return [] if job is None else Path(job.command[-1]).read_text(encoding="utf-8").split()


@pytest.fixture(scope="module")
def made(
    tmp_path_factory: pytest.TempPathFactory, make_wheel: Callable[..., Path]
) -> Iterator[PinnedEnvironment]:
    """A complete environment with two tiny packages, below a path with a space."""
    place = tmp_path_factory.mktemp("environments")
    for name, version in (*PINS.items(), ("alpha", "1.1")):
        make_wheel(place / "wheels", name, version)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_CONFIG_FILE", "/dev/null")
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", (place / "wheels").as_uri())
        layout = Layout(place / "check out")
        layout.prepare()
        python = Path(sys.executable).resolve()
        environment = PinnedEnvironment("runtime", Venv(layout.runtime, python, layout), PINS)
        assert mend(environment, Progress(io.StringIO())) == ["alpha==1.0", "beta==2.0"]
        yield environment


@pytest.fixture
def whole(made: PinnedEnvironment) -> PinnedEnvironment:
    """The environment, which the test before has left whole."""
    assert made.is_ready()
    return made


def test_whole_environment_is_ready_and_works(whole: PinnedEnvironment) -> None:
    assert whole.is_ready()
    code = "import alpha, beta; print(alpha.VERSION, beta.VERSION)"
    out = subprocess.run([whole.venv.python, "-c", code], capture_output=True, check=True)
    assert out.stdout.split() == [b"1.0", b"2.0"]


def _delete_package(site: Path) -> None:
    shutil.rmtree(site / "alpha")


def _truncate_file(site: Path) -> None:
    (site / "alpha" / "data.bin").write_bytes(b"da")


def _cut_record(site: Path) -> None:
    record = site / "alpha-1.0.dist-info" / "RECORD"
    record.write_text(record.read_text(encoding="utf-8")[:30], encoding="utf-8")


def _lose_record(site: Path) -> None:
    (site / "alpha-1.0.dist-info" / "RECORD").unlink()


def _lose_metadata(site: Path) -> None:
    shutil.rmtree(site / "alpha-1.0.dist-info")


def _double_metadata(site: Path) -> None:
    shutil.copytree(site / "alpha-1.0.dist-info", site / "alpha-0.9.dist-info")


@pytest.mark.parametrize(
    "damage",
    [
        _delete_package,
        _truncate_file,
        _cut_record,
        _lose_record,
        _lose_metadata,
        _double_metadata,
    ],
)
def test_damaged_package_is_noticed_and_only_it_is_installed_again(
    whole: PinnedEnvironment, progress: Progress, damage: Callable[[Path], None]
) -> None:
    damage(whole.site_packages)
    assert not whole.is_ready()
    assert mend(whole, progress) == ["alpha==1.0"]
    assert whole.is_ready()
    assert (whole.site_packages / "alpha" / "data.bin").read_bytes() == b"data"


def test_truncated_stamp_costs_no_installation(
    whole: PinnedEnvironment, progress: Progress
) -> None:
    path = whole.venv.folder / stamp.NAME
    path.write_text(path.read_text(encoding="utf-8")[:25], encoding="utf-8")
    assert not whole.is_ready()
    assert mend(whole, progress) == []
    assert whole.is_ready()


def test_changed_pin_replaces_that_version(whole: PinnedEnvironment, progress: Progress) -> None:
    changed = PinnedEnvironment("runtime", whole.venv, {**PINS, "alpha": "1.1"})
    assert not changed.is_ready()
    assert mend(changed, progress) == ["alpha==1.1"]
    assert changed.is_ready()
    assert not (changed.site_packages / "alpha-1.0.dist-info").exists()
    assert mend(whole, progress) == ["alpha==1.0"]


def test_lost_interpreter_makes_the_environment_anew(
    whole: PinnedEnvironment, progress: Progress
) -> None:
    whole.venv.python.unlink()
    assert not whole.is_ready()
    assert mend(whole, progress) == ["alpha==1.0", "beta==2.0"]
    assert whole.is_ready()


def test_moved_checkout_makes_the_environment_anew(
    whole: PinnedEnvironment, progress: Progress
) -> None:
    root = whole.venv.layout.root
    layout = Layout(root.with_name("moved"))
    venv = Venv(layout.runtime, whole.venv.base_python, layout)
    moved = PinnedEnvironment("runtime", venv, PINS)
    shutil.copytree(root, layout.root, symlinks=True)
    assert not moved.is_ready()
    assert mend(moved, progress) == ["alpha==1.0", "beta==2.0"]
    assert moved.is_ready()
    assert str(layout.root) in (layout.runtime / "bin" / "pip").read_text(encoding="utf-8")


def test_copied_environment_without_stamp_is_not_kept(whole: PinnedEnvironment) -> None:
    layout = Layout(whole.venv.layout.root.with_name("copy"))
    shutil.copytree(whole.venv.layout.root, layout.root, symlinks=True)
    stamp.remove(layout.runtime)
    copy = Venv(layout.runtime, whole.venv.base_python, layout)
    assert whole.venv.is_usable({})
    assert not copy.is_usable({})


def test_package_that_stays_broken_is_named(whole: PinnedEnvironment, progress: Progress) -> None:
    _delete_package(whole.site_packages)
    with pytest.raises(SetupError, match="1 packages are still not whole") as caught:
        whole.verify()
    assert caught.value.remedy[0].startswith("alpha: alpha/")
    mend(whole, progress)


def test_python_of_the_project_can_be_found() -> None:
    python = python312.find({"EYEHAND_PYTHON312": sys.executable})
    assert python == Path(sys.executable).resolve()
