"""Decide how pictures are rendered without a screen, installing GL libraries when none works."""

from __future__ import annotations

from collections.abc import Mapping

from eyehand_setup import checks, stamp, system_packages
from eyehand_setup.foundation import Foundation
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError

BACKENDS = ("egl", "osmesa")


def prepare(
    layout: Layout,
    environ: Mapping[str, str],
    foundation: Foundation,
    progress: Progress,
    lock: int,
) -> str:
    """Return the back end (a value of MUJOCO_GL) that makes a picture on this machine."""
    packages = stamp.read(foundation.python.parent.parent)
    known = stamp.read(layout.folder)
    present = all(need.is_there() for need in system_packages.GL_NEEDS)
    if known.get("gl") in BACKENDS and known.get("packages") == packages and present:
        return str(known["gl"])
    named = environ.get("MUJOCO_GL")
    backends = [named] if named in BACKENDS else list(BACKENDS)
    found = _first_working(foundation, backends, progress)
    if found is None:
        what = "GL libraries for off-screen pictures"
        system_packages.install(list(system_packages.GL_APT), layout, progress, lock, what)
        found = _first_working(foundation, backends, progress)
    if found is None:
        raise SetupError(
            f"no picture can be rendered off-screen (tried {', '.join(backends)})",
            *system_packages.commands(system_packages.GL_APT),
            "NVIDIA: its driver has to bring libEGL_nvidia.so.0 and a file in glvnd/egl_vendor.d",
        )
    backend, renderer = found
    progress.done("graphics", f"{backend}: {renderer}")
    stamp.write(layout.folder, {"gl": backend, "renderer": renderer, "packages": packages})
    return backend


def _first_working(
    foundation: Foundation, backends: list[str], progress: Progress
) -> tuple[str, str] | None:
    for backend in backends:
        progress.alive("graphics", f"rendering a picture with {backend}")
        renderer = checks.renderer(foundation, backend)
        if renderer is not None:
            return backend, renderer
    return None
