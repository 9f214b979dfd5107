"""A headless Chromium that is told what to do over a pipe, without any driver."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from types import TracebackType
from typing import Any

_NAMES = ("chromium", "chromium-headless-shell", "google-chrome", "chrome-headless-shell")
_KEYS = {"Enter": 13, "Tab": 9, "ArrowDown": 40, "Home": 36}


def installed_browser() -> str | None:
    """Return the path of a Chromium; None without one."""
    return next((path for path in map(shutil.which, _NAMES) if path), None)


class HeadlessBrowser:
    """One page in Chromium, driven by the DevTools protocol."""

    def __init__(self, program: str) -> None:
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()
        self._profile = tempfile.TemporaryDirectory(
            prefix="eyehand-browser-", ignore_cleanup_errors=True
        )
        words = ("--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe")
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" "$@" 3<&{to_read} 4>&{to_write}', program, *words,
             f"--user-data-dir={self._profile.name}", "about:blank"],
            pass_fds=(to_read, to_write),
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_read)
        os.close(to_write)
        self._rest, self._number, self._session = b"", 0, ""
        targets = self._call("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        attached = self._call("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]

    def __enter__(self) -> HeadlessBrowser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._write)
        os.close(self._read)
        self._profile.cleanup()

    def open(self, url: str) -> None:
        self._call("Page.navigate", url=url)

    def value(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        answer = self._call("Runtime.evaluate", expression=script, returnByValue=True)
        return answer["result"].get("value")

    def wait_for(self, script: str) -> None:
        """Wait until an expression is true."""
        deadline = time.monotonic() + 60.0
        while not self.value(script):
            assert time.monotonic() < deadline, f"never true: {script}"
            time.sleep(0.05)

    def type(self, text: str) -> None:
        for letter in text:
            self._call("Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter)
            self._call("Input.dispatchKeyEvent", type="keyUp", key=letter)

    def press(self, key: str) -> None:
        code = {"windowsVirtualKeyCode": _KEYS[key], "key": key, "code": key}
        extra = {"text": "\r"} if key == "Enter" else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", **code, **extra)
        self._call("Input.dispatchKeyEvent", type="keyUp", **code)

    def screenshot(self) -> str:
        """Return a PNG in base64."""
        return str(self._call("Page.captureScreenshot", format="png")["data"])

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        request: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            request["sessionId"] = self._session
        os.write(self._write, json.dumps(request).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return dict(answer["result"])

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            data = os.read(self._read, 65536)
            assert data, "the browser has ended"
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(message))
