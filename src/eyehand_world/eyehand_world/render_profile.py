"""Render profiles: how much work goes into a picture. Pictures of different profiles differ."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eyehand_core.config_file import ConfigFile
from eyehand_core.errors import UnknownNameError

DEFAULT_PROFILE = "standard"


@dataclass(frozen=True, kw_only=True)
class RenderProfile:
    """One file of ``config/render``.

    Attributes:
        name: name of the file.
        samples: anti-aliasing samples per pixel; 0 for none.
        shadow_map: edge of the shadow map [pixel]; 0 for no shadows.
    """

    name: str
    samples: int
    shadow_map: int


def profile_names(config: Path) -> tuple[str, ...]:
    """Return the names of all profiles in a config folder."""
    return tuple(sorted(path.stem for path in (config / "render").glob("*.yaml")))


def load_profile(config: Path, name: str) -> RenderProfile:
    """Read a render profile.

    Raises:
        UnknownNameError: no such profile.
        ConfigFileError: all problems of the file, with lines.
    """
    names = profile_names(config)
    if name not in names:
        raise UnknownNameError("render profile", name, names)
    file = ConfigFile(config / "render" / f"{name}.yaml")
    profile = RenderProfile(
        name=name,
        samples=file.root.integer("samples", 0, 16),
        shadow_map=file.root.integer("shadow_map", 0, 8192),
    )
    file.root.close()
    file.finish()
    return profile
