"""A local endpoint that speaks chat completions and Responses, and misbehaves on demand."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from eyehand_agent.testing.chat_behaviors import Behavior, Script, behavior_of, error
from eyehand_agent.testing.probe_answers import Skills, answer_probe, is_probe
from eyehand_agent.testing.responses_form import chat_request, in_responses_form

_CHAT, _RESPONSES = "/v1/chat/completions", "/v1/responses"
_MODELS_PATH = "/v1/models"
_ABLE = Skills()
_POLL_S = 0.02  # how soon the server notices that it shall stop


class ChatServer:
    """Serves scripted behaviours in turn; the last one is repeated.

    Use it as a context manager::

        with ChatServer(["first answer", error(500, "broken"), "second answer"]) as server:
            ... server.base_url ...

    Args:
        script: texts, behaviours, or functions of the decoded request that return either.
        skills: how probes are answered; they take nothing from the script. None to play the
            script to them too.

    Attributes:
        requests: decoded bodies of the requests so far, without probes; always in the chat form.
        probes: same of the requests of probes.
        headers: headers of all of them.
        paths: paths that were asked for.
        most_at_once: most requests that were being answered at the same time.
    """

    def __init__(self, script: Iterable[Script], skills: Skills | None = _ABLE) -> None:
        self._script = list(script)
        self._skills = skills
        self._at_once = 0
        self.most_at_once = 0
        self.paths: set[str] = set()
        self.probes: list[Mapping[str, Any]] = []
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self.requests: list[Mapping[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_S,), daemon=True
        )

    @property
    def base_url(self) -> str:
        """Address to give to a client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> ChatServer:
        """Begin to serve."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop; hanging requests are let go."""
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def begin(self, script: Iterable[Script], skills: Skills | None = _ABLE) -> None:
        """Begin anew with another script, and forget the requests so far."""
        with self._lock:
            self._script, self._skills = list(script), skills
            self.requests, self.probes, self.headers = [], [], []

    def next_behavior(self, request: Mapping[str, Any], headers: Mapping[str, str]) -> Behavior:
        """Record a request and return what to do with it."""
        with self._lock:
            self.headers.append(headers)
            if self._skills is not None and is_probe(request):
                self.probes.append(request)
                return answer_probe(request, self._skills)
            script = self._script[min(len(self.requests), len(self._script) - 1)]
            self.requests.append(request)
        return behavior_of(script, request)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Count a request that is being answered."""
        with self._lock:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            yield
        finally:
            with self._lock:
                self._at_once -= 1

    def pause(self, seconds: float | None) -> bool:
        """Wait; return True if the server is closing."""
        return self._closing.wait(seconds)


def _handler(server: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Answers one connection."""

        def do_POST(self) -> None:
            """Answer a request."""
            length = int(self.headers.get("content-length", 0))
            request = json.loads(self.rfile.read(length))
            server.paths.add(self.path)
            with server.answering():
                if self.path == _CHAT:
                    behavior = server.next_behavior(request, dict(self.headers))
                elif self.path == _RESPONSES:
                    asked = chat_request(request)
                    behavior = in_responses_form(server.next_behavior(asked, dict(self.headers)))
                else:
                    behavior = error(404, f"no route {self.path}")
                last = self._play(behavior)
            # A client that has the last byte may ask again before this thread goes on.
            self._write(last)

        def do_GET(self) -> None:
            """Name the one model."""
            models = {"object": "list", "data": [{"id": "test-model", "object": "model"}]}
            known = self.path == _MODELS_PATH
            self._write(
                self._play(
                    Behavior(body=json.dumps(models).encode()) if known else error(404, "no route")
                )
            )

        def log_message(self, format: str, *args: Any) -> None:
            """Keep quiet."""

        def _play(self, behavior: Behavior) -> bytes:
            """Answer but for the last byte, which is returned."""
            self.close_connection = True
            if behavior.hangs:
                server.pause(None)
            if behavior.hangs or behavior.drops:
                return b""
            self.send_response(behavior.status)
            self.send_header("content-type", behavior.content_type)
            self.send_header("content-length", str(len(behavior.body)))
            for name, value in behavior.headers.items():
                self.send_header(name, value)
            self.end_headers()
            body, last = behavior.body[:-1], behavior.body[-1:]
            if not behavior.drip_s:
                return last if self._write(body) else b""
            for position in range(len(body)):
                gone = not self._write(body[position : position + 1])
                if gone or server.pause(behavior.drip_s):
                    return b""
            return last

        def _write(self, data: bytes) -> bool:
            """Send; return False if the client has gone, as it should from a slow server."""
            try:
                self.wfile.write(data)
                self.wfile.flush()
            except OSError:
                return False
            return True

    return Handler
