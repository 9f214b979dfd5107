"""What a model endpoint costs an episode, and what becomes of one that fails, through all nodes.

    . .eyehand/env.sh && nice -n 15 python benchmarks/endpoint_behavior.py tokens
    ... endpoint_behavior.py failures        # every known failure, one episode each
    ... endpoint_behavior.py hang --deadline 60
    ... endpoint_behavior.py concurrency

The endpoint is a local server that says what a script tells it.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eyehand_agent.endpoints.chat_client import ChatClient, Question
from eyehand_agent.endpoints.endpoint_settings import EndpointSettings
from eyehand_agent.endpoints.messages import user_message
from eyehand_agent.endpoints.reply import Reply
from eyehand_agent.endpoints.usage import estimated_usage
from eyehand_agent.testing import chat_behaviors
from eyehand_agent.testing.chat_behaviors import Behavior
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_agent.testing.failures import FAILURES, MOVE
from eyehand_bench.stack.running_stack import RunningStack, running_stack

from eyehand_bench import library
from eyehand_interfaces.msg import ModelExchange
from eyehand_nodekit import qos

TASK, SEED = "place_cube_in_bowl", 1000
REASON = (
    "The cube is left of the fingers and about a hand's width below them, so I go on in small "
    "steps and look again from above before I close, because the last view was oblique."
)
SHOWN = (1, 5, 10, 20, 30, 40, 50)
CLIENTS, REQUESTS, DECLARED = 12, 4, 4


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=MEASUREMENTS)
    parser.add_argument("--deadline", type=float, default=60.0, help="deadline_s of a hang [s]")
    options = parser.parse_args()
    MEASUREMENTS[options.what](options)


@contextmanager
def stack_with(server: ChatServer, **settings: Any) -> Iterator[RunningStack]:
    """Start the nodes with a model at a server and changed settings."""
    text = (library.config_folder() / "agents" / "mllm.yaml").read_text()
    for name, value in settings.items():
        (line,) = (line for line in text.splitlines() if line.startswith(f"{name}:"))
        text = text.replace(line, f"{name}: {value}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.yaml"
        file.write_text(text)
        further = {"model": "test-model", "base_url": server.base_url, "settings": str(file)}
        with running_stack("mllm", "fast", **further) as stack:
            yield stack


def measure_tokens(options: Any) -> None:
    """Print tokens and images of the requests of 50-step episodes, by context window."""
    up, down = (json.dumps({**json.loads(MOVE), "sign": s, "reason": REASON}) for s in "+-")
    look = json.dumps({"action": "camera.view_topdown", "reason": REASON})
    print(
        "| context_tokens | condition | " + " | ".join(f"step {s}" for s in SHOWN) + " | largest |"
    )
    print("| --- " * (len(SHOWN) + 3) + "|")
    for window, condition in ((16_384, "active"), (32_768, "active"), (65_536, "active"),
                              (262_144, "active"), (65_536, "passive_five")):  # fmt: skip
        script = [up, down] * 25 if condition != "active" else [look, up, down, look, down, up] * 9
        with ChatServer(script[:50]) as server, stack_with(server, context_tokens=window) as stack:
            result = stack.play(TASK, SEED, condition)
            assert result.steps == len(server.requests) == 50, result
            sizes = [_size(request) for request in server.requests]
        shown = [f"{tokens} ({images})" for tokens, images in (sizes[step - 1] for step in SHOWN)]
        most = f"{max(tokens for tokens, _ in sizes)} ({max(images for _, images in sizes)})"
        print(f"| {window} | {condition} | " + " | ".join(shown) + f" | {most} |")


def _size(request: Mapping[str, Any]) -> tuple[int, int]:
    """Return estimated tokens and the images of a request."""
    tokens = estimated_usage(request["messages"], Reply(text=""))["prompt_tokens"]
    return tokens, json.dumps(request).count('"image_url": {"url"')


def measure_failures(options: Any) -> None:
    """Print how an episode ends with every known failure, and check it."""
    exchanges: list[Any] = []
    patience = {"request_timeout_s": 1.5, "deadline_s": 4, "attempts": 2, "backoff_s": 0.05}
    print("| failure | outcome | ending | attempts | as specified, and in the record |")
    print("| --- | --- | --- | --- | --- |")
    with ChatServer(["-"]) as server, stack_with(server, **patience, probe="never") as stack:
        stack.node.create_subscription(ModelExchange, "transcript", exchanges.append, qos.EVENTS)
        for name, case in FAILURES.items():
            server.begin(case.script)
            exchanges.clear()
            result = stack.play(TASK, SEED)
            record = result.reason + "".join(m.error + m.request + m.response for m in exchanges)
            fits = result.ending == case.ending.value and case.says in record
            attempts = len(server.requests)
            print(f"| {name} | {result.outcome} | {result.ending} | {attempts} | {fits} |")


def measure_hang(options: Any) -> None:
    """Print when an episode ends whose endpoint never answers its second request."""
    asked: list[float] = []

    def hang(request: Mapping[str, Any]) -> Behavior:
        asked.append(time.monotonic())
        return chat_behaviors.hang()

    with (
        ChatServer([MOVE, hang]) as server,
        stack_with(server, deadline_s=options.deadline, request_timeout_s=25) as stack,
    ):
        result = stack.play(TASK, SEED)
        lasted = time.monotonic() - asked[0]
    print(
        f"deadline_s {options.deadline:g}: ended {lasted:.1f} s after the request began, "
        f"{result.ending}, {len(asked)} attempts"
    )
    print(result.reason)


def measure_concurrency(options: Any) -> None:
    """Print how many requests of many processes were under way at once."""
    with ChatServer([chat_behaviors.drip("x", 0.001)]) as server:
        jobs = [
            multiprocessing.Process(target=_ask, args=(server.base_url,)) for _ in range(CLIENTS)
        ]
        for job in jobs:
            job.start()
        for job in jobs:
            job.join()
        print(
            f"{CLIENTS} processes, {len(server.requests)} requests, concurrency {DECLARED}: "
            f"at most {server.most_at_once} at once"
        )


def _ask(base_url: str) -> None:
    settings = EndpointSettings(base_url=base_url, model="test-model", concurrency=DECLARED)
    client = ChatClient(settings, lambda exchange: None)
    for number in range(REQUESTS):
        client.ask(Question(index=number, repair=0, messages=[user_message("hello")]))


MEASUREMENTS = {
    "tokens": measure_tokens,
    "failures": measure_failures,
    "hang": measure_hang,
    "concurrency": measure_concurrency,
}

if __name__ == "__main__":
    main()
