"""The order of set-up."""

from __future__ import annotations

import shutil
from collections.abc import Mapping

from eyehand_setup import choice, graphics, lock, shell_env, stamp, system_packages, workspace
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress


def set_up(layout: Layout, environ: Mapping[str, str], progress: Progress, quiet: bool) -> None:
    """Bring a checkout to the state in which the stack runs; does nothing that is already done."""
    layout.prepare()
    with lock.held(layout.folder / "lock", progress) as descriptor:
        _set_up(layout, environ, progress, descriptor)
    if not quiet:
        progress.done("set-up", "ready")


def _set_up(
    layout: Layout, environ: Mapping[str, str], progress: Progress, descriptor: int
) -> None:
    system_packages.require(system_packages.BUILD_NEEDS, layout, progress, descriptor)
    foundation = choice.prepare(layout, environ, progress, descriptor)
    backend = graphics.prepare(layout, environ, foundation, progress, descriptor)
    workspace.build(layout, foundation, progress, descriptor)
    shell_env.write(layout, foundation, backend)
    shutil.rmtree(layout.scratch, ignore_errors=True)
    stamp.write_text(layout.ready_file, f"{layout.root}\n{foundation.label}\n")
