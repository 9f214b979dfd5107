"""A local image service with the addresses of ComfyUI, and ways of misbehaving."""

from __future__ import annotations

import base64
import json
import struct
import threading
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np


def png(size: int, value: int = 120) -> bytes:
    """Return a plain picture."""
    ok, data = cv2.imencode(".png", np.full((size, size, 3), value, dtype=np.uint8))
    assert ok
    return bytes(data)


def bomb(side: int) -> bytes:
    """Return a small file that declares, and holds, a huge picture of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(1 + side // 8)) for _ in range(side)) + packer.flush()
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


@dataclass
class Behaviour:
    """What the service does.

    Attributes:
        image: picture that it makes.
        how: ``view``, ``inline``, ``address`` or ``foreign``: how the picture is handed over.
        failures: requests for a workflow that fail before one succeeds.
        failure: status of those; 0 to answer nonsense.
        hang: seconds before each answer about the history.
        status: what the history says of the workflow.
        answers: what is answered to paths that begin like this, whatever else is said here.
        drips: every answer comes byte by byte and never ends.
        workflows: what was submitted.
    """

    image: bytes
    how: str = "view"
    failures: int = 0
    failure: int = 500
    hang: float = 0.0
    status: str = "success"
    answers: Mapping[str, bytes] = field(default_factory=dict)
    drips: bool = False
    workflows: list[Any] = field(default_factory=list)


@contextmanager
def image_server(behaviour: Behaviour) -> Iterator[str]:
    """Serve on a free port of this machine; yields the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(behaviour))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5.0)


def _handler(behaviour: Behaviour) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *arguments: Any) -> None:
            """Say nothing."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if behaviour.failures > 0:
                behaviour.failures -= 1
                self._answer(b"nonsense", behaviour.failure or 200)
                return
            behaviour.workflows.append(body["prompt"])
            self._json({"prompt_id": f"job-{len(behaviour.workflows)}"})

        def do_GET(self) -> None:
            special = next((p for p in behaviour.answers if self.path.startswith(p)), None)
            if special is not None:
                self._answer(behaviour.answers[special], 200)
            elif self.path == "/queue":
                self._json({"queue_running": [1], "queue_pending": [2, 3]})
            elif self.path == "/system_stats":
                self._json({"devices": [{"vram_free": 8_000_000_000}]})
            elif self.path.startswith("/history/"):
                time.sleep(behaviour.hang)
                self._json({self.path.split("/")[-1]: self._done()})
            elif self.path.startswith("/moved"):
                self.send_response(302)
                self.send_header("Location", "/view")
                self.end_headers()
            else:
                self._answer(behaviour.image, 200)

        def _done(self) -> dict[str, Any]:
            here = f"http://{self.headers['Host']}"
            entry = {
                "view": {"filename": "a.png", "subfolder": "", "type": "output"},
                "inline": {"base64": base64.b64encode(behaviour.image).decode()},
                "address": {"url": f"{here}/view?filename=a.png"},
                "moved": {"url": f"{here}/moved"},
                "foreign": {"url": "http://192.0.2.1/a.png"},
                "file": {"url": "file:///etc/hostname"},
                "none": {},
            }[behaviour.how]
            images = [] if behaviour.how == "none" else [entry]
            return {
                "outputs": {"8": {"images": images}},
                "status": {"status_str": behaviour.status, "messages": ["out of memory"]},
            }

        def _json(self, content: Any) -> None:
            self._answer(json.dumps(content).encode(), 200)

        def _answer(self, data: bytes, status: int) -> None:
            with suppress(OSError):
                while behaviour.drips:
                    self.wfile.write(b"HTTP/1.0 200 OK"[:1])
                    time.sleep(0.05)
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            with suppress(OSError):  # the client has had enough
                self.wfile.write(data)

    return Handler
