"""The web server of the page; on this machine only."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any

from eyehand_core.errors import ConfigError, StackError

_POLL_S = 0.2
_CLOSE_S = 2.0
_LONGEST_BODY = 1_000_000
_NONE = -2
"""Number of no turn, not even of one that cannot be read."""
_OVER = '{"over": true}'


class PageServer:
    """Shows one turn at a time and waits for the answer to it.

    Only this machine can reach it, and only pages that it has served itself: a request that names
    another host is refused, so that no foreign page can play.

    Args:
        port: TCP port; 0 for any free one.
        unwanted: tells that nobody wants an answer any more.

    Raises:
        ConfigError: the port is taken.
    """

    def __init__(self, port: int, unwanted: Callable[[], bool]) -> None:
        self._unwanted = unwanted
        self._lock = threading.Lock()
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._content = '{"turn": 0, "over": false, "waiting": true}'
        self._images: Sequence[bytes] = ()
        self._awaited = _NONE
        page = files("eyehand_agent.human").joinpath("page.html").read_bytes()
        try:
            self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self, page))
        except OSError as error:
            raise ConfigError(
                f"port {port}: {error.strerror}; choose another in config/agents/human.yaml"
            ) from error
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_S,), name="page", daemon=True
        )
        self._thread.start()

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """Names under which a browser on this machine may ask for the page."""
        port = self._server.server_address[1]
        return f"127.0.0.1:{port}", f"localhost:{port}"

    @property
    def content(self) -> bytes:
        """The turn that is shown, as JSON."""
        return self._content.encode()

    def image(self, place: int) -> bytes | None:
        """Return an image of the turn; None if there is none at that place."""
        images = self._images
        return images[place] if 0 <= place < len(images) else None

    def ask(self, turn: int, content: str, images: Sequence[bytes], seconds: float) -> str:
        """Show a turn and return the text that the person decides on.

        Raises:
            StackError: there was no answer in time.
        """
        with self._lock:
            self._content, self._images, self._awaited = content, images, turn
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not self._unwanted():
            try:
                return self._answers.get(timeout=_POLL_S)
            except queue.Empty:
                continue
        raise StackError(f"the person at {self.url} gave no answer within {seconds:g} s")

    def take(self, turn: int, text: str) -> bool:
        """Take an answer; return whether it was for the turn that is waiting for one."""
        with self._lock:
            if turn != self._awaited:
                return False
            self._awaited = _NONE
        self._answers.put(text)
        return True

    def close(self) -> None:
        """Tell the page that the episode is over, and stop."""
        self._content = _OVER
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(_CLOSE_S)


def _handler(server: PageServer, page: bytes) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Answers the page's requests."""

        def do_GET(self) -> None:
            """Give the page, the turn or an image."""
            if self.headers.get("host") not in server.hosts:
                self._give(403, "text/plain", b"only for this machine")
            elif self.path == "/":
                self._give(200, "text/html; charset=utf-8", page)
            elif self.path == "/turn":
                self._give(200, "application/json", server.content)
            else:
                jpeg = server.image(_place(self.path))
                self._give(200 if jpeg else 404, "image/jpeg", jpeg or b"")

        def do_POST(self) -> None:
            """Take an answer to ``/answer/<turn>``."""
            length = int(self.headers.get("content-length", 0))
            own = self.headers.get("host") in server.hosts
            is_page = self.headers.get("x-eyehand") == "page"  # forms of other pages cannot set it
            if not own or not is_page or length > _LONGEST_BODY:
                self._give(403, "text/plain", b"only for the page itself")
                return
            text = self.rfile.read(length).decode("utf-8", "replace")
            taken = server.take(_place(self.path), text)
            self._give(200 if taken else 409, "text/plain", b"")

        def log_message(self, format: str, *args: Any) -> None:
            """Keep quiet."""

        def _give(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.send_header("cache-control", "no-store")
            self.end_headers()
            self.wfile.write(body)

    return Handler


def _place(path: str) -> int:
    """Return the number at the end of ``/image/<place>/<turn>`` or ``/answer/<turn>``."""
    parts = path.strip("/").split("/")
    number = parts[1] if len(parts) > 1 else ""
    return int(number) if number.isascii() and number.isdigit() else -1
