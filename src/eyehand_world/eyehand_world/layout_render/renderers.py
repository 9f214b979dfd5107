"""Renderers as files in ``config/layout_renderers`` declare them."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eyehand_core.config_file import ConfigFile, Section
from eyehand_core.errors import UnknownNameError, cause_of
from eyehand_core.registry import Registry

from eyehand_world.layout_render.generative import GenerativeRenderer
from eyehand_world.layout_render.image_service import ImageService
from eyehand_world.layout_render.picture import LayoutRenderer
from eyehand_world.layout_render.rule import RuleRenderer
from eyehand_world.layout_render.workflow import PLACEHOLDERS, Workflow

FOLDER = "layout_renderers"
DEFAULT_RENDERER = "rule"
_SMALLEST, _LARGEST = 64, 4096
_IMAGE_LIMIT = 4_000_000

RENDERERS: Registry[Callable[[Section, Path], LayoutRenderer]] = Registry("layout back end")
"""Readers of the keys that a back end has."""


def renderer_names(config: Path) -> tuple[str, ...]:
    """Return the names of the declared renderers."""
    return tuple(sorted(path.stem for path in (config / FOLDER).glob("*.yaml")))


def load_renderer(config: Path, name: str) -> LayoutRenderer:
    """Return a declared renderer.

    Args:
        config: the configuration folder.
        name: name of the file.

    Raises:
        UnknownNameError: no such file.
        ConfigFileError: all problems of the file.
    """
    path = config / FOLDER / f"{name}.yaml"
    if not path.is_file():
        raise UnknownNameError("layout renderer", name, renderer_names(config))
    file = ConfigFile(path)
    kind = file.root.choice("back_end", RENDERERS)
    renderer = RENDERERS[kind](file.root, path.parent)
    file.root.close()
    file.finish()
    return renderer


@RENDERERS.register("rule")
def _rule(section: Section, folder: Path) -> LayoutRenderer:
    """Read size, perspective and labels."""
    return RuleRenderer(
        size=section.integer("size", _SMALLEST, _LARGEST, default=512),
        perspective=section.flag("perspective", default=False),
        labels=section.flag("labels", default=True),
    )


@RENDERERS.register("generative")
def _generative(section: Section, folder: Path) -> LayoutRenderer:
    """Read service, workflow and limits."""
    url = section.text("url")
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        section.problem("url", f"expected http://host:port, got {url!r}")
    size = section.integer("size", _SMALLEST, _LARGEST, default=512)
    workflow = Workflow(
        template=_template(section, folder),
        model=section.text("model"),
        sampler=section.text("sampler"),
        steps=section.integer("steps", 1, 200),
        size=size,
        style=section.text("style", default=""),
    )
    limit = section.integer("image_limit", 1000, _IMAGE_LIMIT, default=_IMAGE_LIMIT)
    return GenerativeRenderer(
        service=ImageService(url, limit),
        workflow=workflow,
        rule=RuleRenderer(size=size, labels=section.flag("labels", default=True)),
        timeout=section.number("timeout_s", 0.1, 600.0, default=60.0),
        retries=section.integer("retries", 0, 10, default=2),
        total=section.number("total_s", 0.1, 3600.0, default=180.0),
    )


def _template(section: Section, folder: Path) -> dict[str, Any]:
    path = folder / section.text("workflow", default="workflow.json")
    try:
        template = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        section.problem("workflow", f"{path.name} cannot be read as JSON: {cause_of(error)}")
        return {}
    if not isinstance(template, dict):
        section.problem("workflow", f"{path.name}: expected an object of nodes")
        return {}
    text = json.dumps(template)
    lacking = [word for word in ("$seed", "$prompt") if f'"{word}"' not in text]
    if lacking:
        section.problem(
            "workflow",
            f"{path.name} has no {' and no '.join(lacking)}; placeholders are values: "
            f"{', '.join(PLACEHOLDERS)}",
        )
    return template
