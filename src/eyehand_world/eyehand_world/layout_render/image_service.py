"""HTTP client of an image service in the manner of ComfyUI: submit, poll, fetch.

Nothing it answers is trusted: sizes are limited, every wait has a deadline, and addresses are
followed on the configured host only.
"""

from __future__ import annotations

import base64
import binascii
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

from eyehand_core.errors import EndpointError

INLINE_LIMIT = 1_000_000
"""Longest picture that may come inline [bytes]; longer ones come by address."""

_POLL_S = 0.05
_ANSWER_LIMIT = 4_000_000


class _SameHostOnly(urllib.request.HTTPRedirectHandler):
    """Follows no redirection at all: an image service has no need of any."""

    def redirect_request(self, *arguments: Any, **more: Any) -> None:
        return None


@dataclass(frozen=True, kw_only=True)
class ServiceState:
    """How busy a service is.

    Attributes:
        running: workflows under way.
        pending: workflows that wait.
        free_memory: free GPU memory [bytes]; None if it does not say.
    """

    running: int
    pending: int
    free_memory: int | None


class ImageService:
    """One image service.

    Args:
        url: address, for example ``http://127.0.0.1:8188``.
        image_limit: longest picture [bytes].
    """

    def __init__(self, url: str, image_limit: int) -> None:
        self._url = url.rstrip("/")
        self._host = urllib.parse.urlsplit(self._url).netloc
        self._limit = image_limit
        # Without proxies: the service is a neighbour, and requests carry scenes.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _SameHostOnly())

    def state(self, deadline: float) -> ServiceState:
        """Return queue and memory.

        Raises:
            EndpointError: no usable answer before the deadline.
        """
        queue = self._json("/queue", None, deadline)
        stats = self._json("/system_stats", None, deadline)
        devices = stats.get("devices") or [{}]
        memory = devices[0].get("vram_free") if isinstance(devices[0], dict) else None
        return ServiceState(
            running=len(queue.get("queue_running") or ()),
            pending=len(queue.get("queue_pending") or ()),
            free_memory=memory if isinstance(memory, int) else None,
        )

    def picture(self, workflow: Mapping[str, Any], deadline: float) -> bytes:
        """Run a workflow and return its first picture as encoded bytes.

        Args:
            workflow: what the service is to do.
            deadline: when to give up [s of the monotonic clock].

        Raises:
            EndpointError: the service failed, or gave nothing usable in time.
        """
        answer = self._json("/prompt", {"prompt": workflow, "client_id": "eyehand"}, deadline)
        identity = answer.get("prompt_id")
        if not isinstance(identity, str) or not identity.isascii() or "/" in identity:
            raise EndpointError(f"the image service gave no prompt_id: {str(answer)[:200]}")
        while True:
            history = self._json(f"/history/{identity}", None, deadline)
            done = history.get(identity)
            if isinstance(done, dict):
                return self._image(_first_image(done), deadline)
            if time.monotonic() + _POLL_S >= deadline:
                raise EndpointError("the image service did not finish in time")
            time.sleep(_POLL_S)

    def _image(self, entry: Mapping[str, Any], deadline: float) -> bytes:
        inline, address = entry.get("base64"), entry.get("url")
        if isinstance(inline, str):
            return _decoded(inline)
        if not isinstance(address, str):
            query = {key: str(entry.get(key, "")) for key in ("filename", "subfolder", "type")}
            address = f"{self._url}/view?{urllib.parse.urlencode(query)}"
        parts = urllib.parse.urlsplit(address)
        if parts.scheme not in ("http", "https") or parts.netloc != self._host:
            raise EndpointError(
                f"the image service refers to {parts.netloc or address!r}; only {self._host} is "
                "followed"
            )
        return self._bytes(urllib.request.Request(address), self._limit, deadline)

    def _json(self, path: str, body: Mapping[str, Any] | None, deadline: float) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self._url + path, data=data, headers={"Content-Type": "application/json"}
        )
        raw = self._bytes(request, _ANSWER_LIMIT, deadline)
        try:
            answer = json.loads(raw)
        except (ValueError, RecursionError) as error:
            raise EndpointError(f"the image service answered {path} with no JSON") from error
        if not isinstance(answer, dict):
            raise EndpointError(f"the image service answered {path} with no JSON object")
        return answer

    def _bytes(self, request: urllib.request.Request, limit: int, deadline: float) -> bytes:
        left = deadline - time.monotonic()
        if left <= 0.0:
            raise EndpointError("the image service did not answer in time")
        try:
            with self._opener.open(request, timeout=left) as response:
                data = self._read(response, limit, deadline)
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise EndpointError(f"image service {self._url}: {reason}") from error
        if len(data) > limit:
            raise EndpointError(f"the image service sent more than {limit} bytes")
        return data

    @staticmethod
    def _read(response: Any, limit: int, deadline: float) -> bytes:
        """Read in parts, so that a service that trickles cannot pass the deadline."""
        parts: list[bytes] = []
        size = 0
        while size <= limit:
            if time.monotonic() >= deadline:
                raise TimeoutError("the answer was not complete in time")
            part = response.read1(65536)
            if not part:
                break
            parts.append(part)
            size += len(part)
        return b"".join(parts)


def _first_image(done: Mapping[str, Any]) -> Mapping[str, Any]:
    status = done.get("status")
    if isinstance(status, dict) and status.get("status_str") == "error":
        raise EndpointError(f"the workflow failed: {str(status.get('messages'))[:200]}")
    outputs = done.get("outputs")
    for output in outputs.values() if isinstance(outputs, dict) else ():
        images = output.get("images") if isinstance(output, dict) else None
        if isinstance(images, list) and images and isinstance(images[0], dict):
            return images[0]
    raise EndpointError("the workflow gave no picture")


def _decoded(text: str) -> bytes:
    if len(text) > INLINE_LIMIT * 4 // 3 + 4:
        raise EndpointError(f"an inline picture may have {INLINE_LIMIT} bytes; send an address")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise EndpointError("the inline picture is no base64") from error
