"""Install distributions with pip, and turn its failures into messages with a remedy."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from eyehand_setup import disk
from eyehand_setup.jobs import Job
from eyehand_setup.layout import Layout
from eyehand_setup.messages import SetupError

NETWORK = re.compile(
    r"NewConnectionError|ConnectTimeout|ReadTimeout|Read timed out|ProxyError|Connection refused"
    r"|Temporary failure in name resolution|Name or service not known|Connection aborted"
    r"|Network is unreachable|Could not fetch URL|ConnectionResetError|IncompleteRead|SSLError"
)
NOT_FOUND = re.compile(r"No matching distribution found for (\S+)")
STRIPPED = (
    "PYTHONPATH",
    "PYTHONHOME",
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_USER",
    "PIP_REQUIRE_HASHES",
)
"""Settings of the user that would send packages elsewhere; indexes and proxies stay theirs."""


def environment(layout: Layout, environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for pip: temporary files on the disk of the environments."""
    env = {name: value for name, value in environ.items() if name not in STRIPPED}
    return {
        **env,
        "TMPDIR": str(layout.scratch),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
    }


def job(step: str, python: Path, lines: Sequence[str], layout: Layout, *options: str) -> Job:
    """Return the job that installs requirement lines; a later run goes on from pip's cache."""
    wanted = layout.setup_log / f"{step}.txt"
    wanted.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [str(python), "-m", "pip", "install", "--progress-bar", "off", "--retries", "2"]
    return Job(
        step=step,
        command=[*command, "--no-compile", *options, "-r", str(wanted)],
        log=layout.setup_log / f"{step}.log",
        env=environment(layout, os.environ),
        describe=lambda output: _describe(output, len(lines)),
    )


def check(done: Job, layout: Layout) -> None:
    """Raise with the likeliest cause when an installation has failed."""
    if done.code == 0:
        return
    output = done.output
    log = f"log: {layout.relative(done.log)}"
    if "No space left on device" in output:
        raise SetupError(disk.full(layout.folder, "the disk ran full"), *disk.REMEDY, log)
    if NETWORK.search(output):
        raise SetupError(
            f"no network: pip could not reach its package index for {done.step}",
            "connect, or set a proxy (HTTPS_PROXY) or a mirror (PIP_INDEX_URL)",
            "then run this again: it goes on where it stopped",
            log,
        )
    missing = NOT_FOUND.search(output)
    if missing:
        raise SetupError(
            f"the package index has no {missing.group(1)} for this machine",
            "needed: Linux x86-64 with glibc 2.35 or later, and an index that mirrors all of PyPI",
            "pip's settings in force: python3 -m pip config list; variables PIP_*",
            log,
        )
    raise SetupError(f"pip failed with status {done.code} on {done.step}", *done.tail, log)


def _describe(output: str, total: int) -> str:
    if "Installing collected packages" in output:
        return "unpacking"
    count = len(re.findall(r"^(?:Collecting|Processing|Requirement already)", output, re.MULTILINE))
    return f"fetching {min(count, total)} of {total}"
