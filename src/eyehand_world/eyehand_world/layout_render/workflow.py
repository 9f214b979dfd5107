"""Workflows of an image service: a template, what is filled in, and its fingerprint."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.layout.describe import describe
from eyehand_core.layout.scene import LayoutScene

from eyehand_world.layout_render.picture import Shot

PLACEHOLDERS = ("$model", "$sampler", "$steps", "$size", "$seed", "$prompt", "$image")
"""Values of a template that are replaced; ``$image`` is the rule picture as base64."""

_SEED_BYTES = 6


@dataclass(frozen=True, kw_only=True)
class Workflow:
    """A fixed way of making pictures.

    Attributes:
        template: workflow with placeholders as values.
        model: model file.
        sampler: sampler name.
        steps: sampling steps.
        size: edge length of the picture [pixel].
        style: words before the description of the scene.
    """

    template: Mapping[str, Any]
    model: str
    sampler: str
    steps: int
    size: int
    style: str

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hex) over template and style; equal ones make comparable pictures."""
        text = json.dumps([self.template, self.style], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def filled(self, scene: LayoutScene, shot: Shot, drawn: bytes) -> dict[str, Any]:
        """Return the workflow for one picture.

        Args:
            scene: what to show.
            shot: what it is for; the seed follows from it.
            drawn: the scene drawn by rule, encoded, to guide the model.
        """
        values = {
            "$model": self.model,
            "$sampler": self.sampler,
            "$steps": self.steps,
            "$size": self.size,
            "$seed": seed_of(shot),
            "$prompt": f"{self.style}\n{describe(scene)}".strip(),
            "$image": base64.b64encode(drawn).decode(),
        }
        filled = _filled(dict(self.template), values)
        assert isinstance(filled, dict)
        return filled


def seed_of(shot: Shot) -> int:
    """Return the seed of a picture, the same for equal task, instance and step."""
    text = f"picture/{shot.task}/{shot.seed}/{shot.step}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:_SEED_BYTES], "big")


def _filled(part: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(part, dict):
        return {key: _filled(value, values) for key, value in part.items()}
    if isinstance(part, list):
        return [_filled(value, values) for value in part]
    return values.get(part, part) if isinstance(part, str) else part
