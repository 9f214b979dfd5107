"""Choice of the off-screen GL back end, which has to happen before MuJoCo is imported."""

from __future__ import annotations

import ctypes.util
import os
from collections.abc import Callable

VARIABLE = "MUJOCO_GL"
DISABLED = "disable"
_LIBRARIES = {"egl": "EGL", "osmesa": "OSMesa"}

_SOFTWARE_DRIVERS = ("llvmpipe", "softpipe", "swrast", "software")

GL_MISSING = (
    "no off-screen OpenGL: install one of\n"
    "  apt-get install -y --no-install-recommends libegl1 libopengl0 libgl1-mesa-dri\n"
    "  apt-get install -y --no-install-recommends libosmesa6"
)


def select_gl_backend(find: Callable[[str], str | None] = ctypes.util.find_library) -> str:
    """Set MUJOCO_GL to a back end whose library is there and return it.

    A value that the user has set stays, unless its library is missing: with it MuJoCo could not
    even be imported, while physics needs no GL at all.
    """
    wanted = os.environ.get(VARIABLE, "").lower().strip()
    candidates = [wanted] if wanted else list(_LIBRARIES)
    chosen = next((name for name in candidates if _usable(name, find)), DISABLED)
    os.environ[VARIABLE] = chosen
    return chosen


def draws_in_software(driver: str) -> bool:
    """Tell whether a GL driver, by its name for itself, makes pictures on the CPU."""
    return any(word in driver.lower() for word in _SOFTWARE_DRIVERS)


def _usable(name: str, find: Callable[[str], str | None]) -> bool:
    library = _LIBRARIES.get(name)
    return library is None or find(library) is not None
