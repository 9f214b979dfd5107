"""Gets Gazebo 11 from Debian 11's packages into a private folder; nothing else is changed.

The packages are unpacked, not installed: no root rights, no maintainer scripts. A second call
finds everything there. ``python test/gazebo/fetch_gazebo.py`` does it by hand.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / ".eyehand" / "gazebo"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
PACKAGES = ("gazebo", "libgl1-mesa-dri", "xvfb", "protobuf-compiler")
UNPACKED_ALONE = ("libgazebo-dev", "libignition-msgs-dev")
"""Wanted for their message definitions only, so without what they depend on."""

_OF_THE_MACHINE = ("libc6", "libc-bin", "libgcc-s1", "libstdc++6")
"""The machine's own, newer ones serve programs of Debian 11 too."""
_UNUSED = ("usr/share/doc", "usr/share/locale", "usr/share/man")
_SUITE = "bullseye"
_KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
_LONGEST_S = 600
_XKB_FOLDER = (b"\0/usr/bin\0", b"\0./xkbbin\0")
"""Where Xvfb looks for xkbcomp, in its binary; as long, and relative to its working folder."""


class GazeboUnavailableError(Exception):
    """Gazebo cannot be had here; says why."""


def fetch_gazebo(folder: Path = FOLDER) -> Path:
    """Return the root of an unpacked Gazebo, fetched first if it is not there.

    Raises:
        GazeboUnavailableError: the packages cannot be had on this machine.
    """
    root, done = folder / "root", folder / "complete"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if done.is_file() and done.read_text() == _recipe():
            return root
        _check_machine()
        for stale in (root, folder / "python"):
            shutil.rmtree(stale, ignore_errors=True)
        _unpack(_download(folder / "apt"), root)
        shutil.rmtree(folder / "apt")
        _relocate_xvfb(root)
        _describe_messages(root, folder)
        _run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
            + ["--target", str(folder / "python"), "-r", str(REQUIREMENTS)]
        )
        done.write_text(_recipe())
    return root


def _recipe() -> str:
    """Return a digest of everything that decides what the folder holds."""
    parts = Path(__file__).read_bytes() + REQUIREMENTS.read_bytes()
    return hashlib.sha256(parts).hexdigest()


def _check_machine() -> None:
    for program in ("apt-get", "dpkg"):
        if shutil.which(program) is None:
            raise GazeboUnavailableError(f"Gazebo comes from Debian packages; no {program} here")
    if not Path(_KEYRING).is_file():
        raise GazeboUnavailableError(f"no {_KEYRING}; install debian-archive-keyring")


def _download(folder: Path) -> list[Path]:
    """Fetch the packages with all they depend on; return the files."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True)
    # An empty status file: else packages of the machine hide older libraries that are needed.
    (folder / "status").touch()
    (folder / "sources.list").write_text(f"deb [signed-by={_KEYRING}] {_mirror()} {_SUITE} main\n")
    apt = ["apt-get", "-q", "-y", "-o", f"Dir::Etc::sourcelist={folder}/sources.list"]
    apt += ["-o", "Dir::Etc::sourceparts=/dev/null", "-o", f"Dir::State={folder}/state"]
    apt += ["-o", f"Dir::State::status={folder}/status", "-o", f"Dir::Cache={folder}/cache"]
    apt += ["-o", "APT::Install-Recommends=false", "-o", "Acquire::Retries=2"]
    if os.geteuid() == 0:
        apt += ["-o", "APT::Sandbox::User=root"]
    _run([*apt, "update"])
    _run([*apt, "--download-only", "install", *PACKAGES])
    archives = folder / "cache" / "archives"
    _run([*apt, "download", *UNPACKED_ALONE], cwd=archives)
    return sorted(archives.glob("*.deb"))


def _mirror() -> str:
    """Return the address that this machine's own Debian packages come from."""
    listing = _run(["apt-get", "indextargets", "--format", "$(ORIGIN) $(SITE)"])
    for line in listing.splitlines():
        origin, _, site = line.partition(" ")
        if origin == "Debian" and "security" not in site:
            return site
    raise GazeboUnavailableError("no Debian mirror among this machine's package sources")


def _unpack(archives: list[Path], root: Path) -> None:
    root.mkdir()
    for archive in archives:
        if archive.name.partition("_")[0] not in _OF_THE_MACHINE:
            _run(["dpkg", "-x", str(archive), str(root)])
    for name in _UNUSED:
        shutil.rmtree(root / name, ignore_errors=True)


def _relocate_xvfb(root: Path) -> None:
    program = root / "usr/bin/Xvfb"
    content = program.read_bytes()
    if content.count(_XKB_FOLDER[0]) != 1:
        raise GazeboUnavailableError("this Xvfb does not look for xkbcomp where it used to")
    program.write_bytes(content.replace(*_XKB_FOLDER))
    (root / "xkbbin").symlink_to("usr/bin")


def _describe_messages(root: Path, folder: Path) -> None:
    """Compile the message definitions of both transports into descriptor sets."""
    include = root / "usr/include"
    gazebo = include / "gazebo-11/gazebo/msgs/proto"
    ignition = include / "ignition/msgs5"
    libraries = {"LD_LIBRARY_PATH": str(root / "usr/lib/x86_64-linux-gnu")}
    for name, source in (("gazebo", gazebo), ("ignition", ignition)):
        files = sorted(str(path.relative_to(source)) for path in source.rglob("*.proto"))
        command = [str(root / "usr/bin/protoc"), f"-I{source}", *files]
        _run([*command, f"--descriptor_set_out={folder}/{name}.protoset"], environment=libraries)


def _run(
    command: list[str], *, cwd: Path | None = None, environment: dict[str, str] | None = None
) -> str:
    """Run a command and return what it prints; its failure means that Gazebo is not to be had."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=_LONGEST_S,
            cwd=cwd,
            env={**os.environ, **(environment or {})},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise GazeboUnavailableError(f"{command[0]} failed: {error}") from error
    if done.returncode != 0:
        words = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()
        raise GazeboUnavailableError(f"{' '.join(command[:2])}... failed: {words[-1]}")
    return done.stdout


if __name__ == "__main__":
    try:
        print(fetch_gazebo())
    except GazeboUnavailableError as unavailable:
        sys.exit(f"Gazebo is not available: {unavailable}")
