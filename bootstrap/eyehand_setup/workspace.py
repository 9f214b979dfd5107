"""Build the workspace with colcon, when something that matters has changed."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from eyehand_setup import scripts, sources, stamp
from eyehand_setup.foundation import Foundation
from eyehand_setup.jobs import Job, run_all
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError


def build(layout: Layout, foundation: Foundation, progress: Progress, lock: int) -> bool:
    """Build if needed and tell whether anything was built."""
    before = stamp.read(layout.install)
    files = sources.snapshot(layout.root)
    now = {
        "root": str(layout.root),
        "foundation": stamp.digest(foundation.identity),
        "files": files,
    }
    if before == now and _is_whole(layout):
        return False
    if any(before.get(key) != now[key] for key in ("root", "foundation")):
        _remove(layout.build, layout.install)
        before = {**now, "files": {}}
    else:
        _remove(*_outdated(layout, before["files"], files))
    layout.install.mkdir(parents=True, exist_ok=True)
    stamp.write(layout.install, {**before, "unfinished": True})  # a retry keeps what was built
    job = _job(layout, foundation)
    run_all([job], progress, lock)
    if job.code != 0:
        raise SetupError(
            "colcon could not build the workspace",
            *(_failures(job.output) or job.tail[-4:]),
            f"log: {layout.relative(job.log)}; more in .eyehand/log/latest_build/",
        )
    prune(layout.install)
    scripts.repair(layout.install / "lib", foundation.python)
    stamp.write(layout.install, now)
    progress.done("workspace", f"{_count(job.output)} packages built")
    return True


def _job(layout: Layout, foundation: Foundation) -> Job:
    variables = {name: value for name, value in os.environ.items() if not _is_colcon(name)}
    python = f"-DPython3_EXECUTABLE={foundation.python}"
    return Job(
        step="workspace",
        command=[
            *(str(foundation.python), "-m", "colcon", "--log-base", str(layout.log), "build"),
            *("--base-paths", "src", "--metas", "colcon.meta"),
            *("--build-base", str(layout.build), "--install-base", str(layout.install)),
            *("--symlink-install", "--merge-install", "--event-handlers", "console_direct+"),
            *("--cmake-args", python, *foundation.cmake_arguments),
        ],
        log=layout.setup_log / "workspace.log",
        env={**variables, **foundation.build_variables},
        cwd=layout.root,
        describe=_describe,
    )


def _is_colcon(name: str) -> bool:
    return name.startswith("COLCON_") or name in ("CMAKE_PREFIX_PATH", "AMENT_PREFIX_PATH")


def _is_whole(layout: Layout) -> bool:
    """Tell whether what was installed is still there; links of a merged install may dangle."""
    packages = [path.parent.name for path in (layout.root / "src").glob("*/package.xml")]
    index = layout.install / "share" / "ament_index" / "resource_index" / "packages"
    return (layout.install / "local_setup.bash").is_file() and all(
        (index / package).exists() and (layout.build / package).is_dir() for package in packages
    )


def _outdated(layout: Layout, before: dict[str, str], now: dict[str, str]) -> list[Path]:
    """Return build folders of packages that lost a file: their leftovers would stay installed."""
    lost = [Path(name).parts for name in before if name not in now and name.startswith("src/")]
    return [layout.build / parts[1] for parts in lost]


def _remove(*folders: Path) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def prune(install: Path) -> None:
    """Remove links to files that no longer exist."""
    for path in install.rglob("*"):
        if path.is_symlink() and not path.exists():
            path.unlink()


def _describe(output: str) -> str:
    started = re.findall(r"^Starting >>> (\S+)", output, re.MULTILINE)
    finished = re.findall(r"^Finished <<< (\S+)", output, re.MULTILINE)
    now = [name for name in started if name not in finished]
    percent = re.findall(r"^\[ *(\d+%)\]", output, re.MULTILINE)
    compiled = f" (compiled {percent[-1]})" if percent and percent[-1] != "100%" else ""
    return f"{len(finished)} packages built, now {', '.join(now) or 'starting'}{compiled}"


def _count(output: str) -> int:
    return len(re.findall(r"^Finished <<<", output, re.MULTILINE))


def _failures(output: str) -> list[str]:
    pattern = r"^.*(?:error:|Error |CMake Error|ERROR:|Failed +<<<).*$"
    lines = re.findall(pattern, output, re.MULTILINE)
    return [line.strip()[:160] for line in lines[:4]]
