"""Pictures by an image service, and by rule whenever it fails.

The structured state stays the truth: a picture that shows something else is the service's fault
and changes no score.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from eyehand_core.errors import EndpointError
from eyehand_core.layout.scene import LayoutScene
from eyehand_nodekit.jpeg import encode_jpeg

from eyehand_world.layout_render.image_header import picture_size
from eyehand_world.layout_render.image_service import ImageService
from eyehand_world.layout_render.picture import Picture, Shot
from eyehand_world.layout_render.rule import RuleRenderer
from eyehand_world.layout_render.workflow import Workflow, seed_of

GENERATIVE_VERSION = 1
_JPEG_QUALITY = 92
_BACK_OFF_S = 0.5


@dataclass(frozen=True, kw_only=True)
class GenerativeRenderer:
    """Asks an image service; falls back to the rule renderer, and says so.

    Attributes:
        service: the image service.
        workflow: how pictures are made.
        rule: draws the guide of the model and the fall-back; has the size of the workflow.
        timeout: longest wait for one attempt [s].
        retries: further attempts after a failure.
        total: longest time for one picture, attempts and pauses together [s].
    """

    service: ImageService
    workflow: Workflow
    rule: RuleRenderer
    timeout: float = 60.0
    retries: int = 2
    total: float = 180.0
    # One request in flight: further scenes wait here and not in the queue of the service.
    _turn: threading.Lock = field(default_factory=threading.Lock)

    @property
    def size(self) -> int:
        """Edge length of the square picture [pixel]."""
        return self.workflow.size

    def render(self, scene: LayoutScene, shot: Shot) -> Picture:
        """Return a picture by the service, or by rule with the reason.

        Raises:
            WorldError: not even the rule could draw it.
        """
        started = time.monotonic()
        end = started + self.total
        drawn = self.rule.render(scene, shot)
        reason, attempts = "", 0
        with self._turn:
            while attempts <= self.retries and time.monotonic() < end:
                attempts += 1
                try:
                    jpeg, provenance = self._attempt(scene, shot, drawn.jpeg, end)
                except EndpointError as error:
                    reason = str(error)
                    if attempts <= self.retries:
                        pause = _BACK_OFF_S * 2 ** (attempts - 1)
                        time.sleep(max(0.0, min(pause, end - time.monotonic())))
                    continue
                return Picture(
                    jpeg=jpeg,
                    renderer="generative",
                    version=GENERATIVE_VERSION,
                    provenance=provenance,
                    attempts=attempts,
                    seconds=time.monotonic() - started,
                )
        return replace(
            drawn,
            degraded=True,
            reason=reason,
            attempts=attempts,
            seconds=time.monotonic() - started,
        )

    def _attempt(
        self, scene: LayoutScene, shot: Shot, drawn: bytes, end: float
    ) -> tuple[bytes, dict[str, Any]]:
        deadline = min(time.monotonic() + self.timeout, end)
        state = self.service.state(deadline)
        data = self.service.picture(self.workflow.filled(scene, shot, drawn), deadline)
        provenance = {
            "model": self.workflow.model,
            "sampler": self.workflow.sampler,
            "steps": self.workflow.steps,
            "size": self.workflow.size,
            "seed": seed_of(shot),
            "workflow": self.workflow.fingerprint,
            "queue": state.running + state.pending,
            "free_memory": state.free_memory,
        }
        return self._checked(data), provenance

    def _checked(self, data: bytes) -> bytes:
        """Return a picture as JPEG, if it is one and has the size that was asked for."""
        size, declared = self.workflow.size, picture_size(data)
        if declared is None:
            raise EndpointError("the image service sent no picture; PNG and JPEG are read")
        if declared != (size, size):  # before it is decoded: a small file may be a huge picture
            width, height = declared
            raise EndpointError(f"the picture has {width} x {height} pixels, not {size} x {size}")
        image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
        if image is None or image.shape[:2] != (size, size):
            raise EndpointError("the image service sent a damaged picture")
        colors = cv2.cvtColor(image, cv2.COLOR_BGR2RGB)
        return encode_jpeg(colors.astype(np.uint8, copy=False), _JPEG_QUALITY)
