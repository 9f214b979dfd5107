"""HTTP client of an image service in the manner of ComfyUI: submit, poll, fetch.

Nothing it answers is trusted: sizes are limited, every wait has a deadline, and addresses are
followed on the configured host only.
"""

from __future__ import annotations

import base64
import binascii
import json
import socket
import threading
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any

from eyehand_core.errors import EndpointError

INLINE_LIMIT = 1_000_000
"""Longest picture that may come inline [bytes]; longer ones come by address."""

_POLL_S = 0.05
_ANSWER_LIMIT = 4_000_000
_OK = 200


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
        parts = urllib.parse.urlsplit(self._url)
        self._host, self._path = parts.netloc, parts.path
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._limit = image_limit

    def state(self, deadline: float) -> ServiceState:
        """Return queue and memory.

        Raises:
            EndpointError: no usable answer before the deadline.
        """
        queue = self._json("/queue", None, deadline)
        stats = self._json("/system_stats", None, deadline)
        device = next(iter(_listed(stats, "devices")), None)
        memory = device.get("vram_free") if isinstance(device, dict) else None
        return ServiceState(
            running=len(_listed(queue, "queue_running")),
            pending=len(_listed(queue, "queue_pending")),
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
            address = f"{self._url}/view?{urllib.parse.urlencode(query, errors='replace')}"
        try:
            parts = urllib.parse.urlsplit(address)
        except ValueError as error:
            raise EndpointError(f"the image service gave no address: {address[:200]!r}") from error
        if parts.scheme not in ("http", "https") or parts.netloc != self._host:
            raise EndpointError(
                f"the image service refers to {parts.netloc or address!r}; only {self._host} is "
                "followed"
            )
        return self._bytes(f"{parts.path or '/'}?{parts.query}", None, self._limit, deadline)

    def _json(self, path: str, body: Mapping[str, Any] | None, deadline: float) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        raw = self._bytes(self._path + path, data, _ANSWER_LIMIT, deadline)
        try:
            answer = json.loads(raw)
        except (ValueError, RecursionError) as error:
            raise EndpointError(f"the image service answered {path} with no JSON") from error
        if not isinstance(answer, dict):
            raise EndpointError(f"the image service answered {path} with no JSON object")
        return answer

    def _bytes(self, target: str, body: bytes | None, limit: int, deadline: float) -> bytes:
        """Return the answer to one request. No redirection is followed, and no proxy asked."""
        try:
            with self._answer(target, body, deadline) as response:
                if response.status != _OK:
                    raise EndpointError(f"image service {self._url}: {response.reason}")
                data = response.read(limit + 1)
        except (OSError, HTTPException, ValueError) as error:
            late = time.monotonic() >= deadline
            reason = "the answer was not complete in time" if late else error
            raise EndpointError(f"image service {self._url}: {reason}") from error
        if time.monotonic() >= deadline:  # a connection that is cut looks like an end
            raise EndpointError("the image service did not answer in time")
        if len(data) > limit:
            raise EndpointError(f"the image service sent more than {limit} bytes")
        return data

    @contextmanager
    def _answer(self, target: str, body: bytes | None, deadline: float) -> Iterator[HTTPResponse]:
        """Ask; cut the connection at the deadline, however slowly the service trickles."""
        left = deadline - time.monotonic()
        if left <= 0.0:
            raise EndpointError("the image service did not answer in time")
        connection = self._kind(self._host, timeout=left)
        connection.connect()
        watch = threading.Timer(left, _cut, (connection.sock,))
        watch.start()
        try:
            method = "GET" if body is None else "POST"
            connection.request(method, target, body, {"Content-Type": "application/json"})
            with connection.getresponse() as response:
                yield response
        finally:
            watch.cancel()
            connection.close()


def _cut(connected: socket.socket) -> None:
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def _listed(answer: Mapping[str, Any], key: str) -> list[Any]:
    """Return a list of an answer; empty if there is something else."""
    value = answer.get(key)
    return value if isinstance(value, list) else []


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
