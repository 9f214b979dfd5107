"""Programs and libraries of the distribution: look for them, install them if allowed."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eyehand_setup.jobs import Job, run_all
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError


@dataclass(frozen=True)
class Need:
    """Something that has to be there, and the packages that bring it."""

    what: str
    is_there: Callable[[], bool]
    apt: Sequence[str]
    dnf: Sequence[str]


def program(*names: str) -> Callable[[], bool]:
    """Return a test for one of several programs on PATH."""
    return lambda: any(shutil.which(name) for name in names)


def library(*names: str) -> Callable[[], bool]:
    """Return a test for one of several shared libraries."""
    return lambda: any(_loads(name) for name in names)


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


BUILD_NEEDS = (
    Need("a C++ compiler", program("c++", "g++"), ["g++"], ["gcc-c++"]),
    Need("CMake", program("cmake"), ["cmake"], ["cmake"]),
    Need("make", program("make", "gmake"), ["make"], ["make"]),
    Need("bash", program("bash"), ["bash"], ["bash"]),
)
GL_APT = ("libegl1", "libopengl0", "libgl1-mesa-dri")
GL_DNF = ("mesa-libEGL", "libglvnd-opengl", "mesa-dri-drivers")
GL_NEEDS = (
    Need("libEGL for off-screen pictures", library("libEGL.so.1"), GL_APT, GL_DNF),
    Need(
        "libOpenGL for off-screen pictures", library("libOpenGL.so.0", "libGL.so.1"), GL_APT, GL_DNF
    ),
)


def require(needs: Sequence[Need], layout: Layout, progress: Progress, lock: int) -> None:
    """Install what is missing when that is allowed; raise with the command when it isn't."""
    missing = [need for need in needs if not need.is_there()]
    if not missing:
        return
    packages = sorted({package for need in missing for package in need.apt})
    install(packages, layout, progress, lock, what=", ".join(need.what for need in missing))
    still = [need for need in missing if not need.is_there()]
    if still:
        raise _error(still, "the packages are installed, yet it can't be found")


def install(
    packages: Sequence[str], layout: Layout, progress: Progress, lock: int, what: str
) -> None:
    """Install Debian packages as root or through a sudo that does not ask."""
    prefix = _privilege()
    if prefix is None or not shutil.which("apt-get"):
        raise SetupError(f"missing: {what}", *commands(packages))
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    steps = (["update"], ["install", "-y", "--no-install-recommends", *packages])
    for arguments in steps:
        job = Job(
            step="system",
            command=[*prefix, "apt-get", *arguments],
            log=layout.setup_log / f"apt-{arguments[0]}.log",
            env=env,
            describe=_describer(f"apt-get {arguments[0]} for {what}"),
        )
        run_all([job], progress, lock)
        if job.code != 0 and arguments[0] == "install":
            raise SetupError(
                f"missing: {what}; apt-get could not install it",
                *job.tail[-2:],
                *commands(packages),
                f"log: {layout.relative(job.log)}",
            )
    progress.done("system", f"installed {' '.join(packages)}")


def commands(packages: Sequence[str]) -> list[str]:
    """Return the commands that a person would use."""
    dnf = {package: need.dnf for need in (*BUILD_NEEDS, *GL_NEEDS) for package in need.apt}
    fedora = sorted({name for package in packages for name in dnf.get(package, [])})
    return [
        f"Debian, Ubuntu:  sudo apt-get install {' '.join(packages)}",
        f"Fedora:          sudo dnf install {' '.join(fedora)}",
    ]


def _error(needs: Sequence[Need], detail: str) -> SetupError:
    packages = sorted({package for need in needs for package in need.apt})
    return SetupError(f"missing: {', '.join(n.what for n in needs)}: {detail}", *commands(packages))


def _describer(text: str) -> Callable[[str], str]:
    return lambda _: text


def _privilege() -> list[str] | None:
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    asked = subprocess.run(
        ["sudo", "-n", "true"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return ["sudo", "-n"] if asked.returncode == 0 else None
