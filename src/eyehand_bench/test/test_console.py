"""Progress is whole lines in a log and one rewritten line on a terminal."""

from __future__ import annotations

import io

import pytest
from eyehand_bench.cli import console as module
from eyehand_bench.cli.console import Console


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    monkeypatch.delenv("NO_COLOR", raising=False)
    return now


def wait(console: Console, clock: list[float], seconds: float) -> None:
    for _ in range(int(seconds * 10)):
        console.waiting("the world")
        clock[0] += 0.1


def test_a_log_gets_a_sign_of_life_every_five_seconds(clock: list[float]) -> None:
    stream = io.StringIO()
    wait(Console(stream=stream), clock, 21.0)
    lines = stream.getvalue().splitlines()
    assert len(lines) == 4
    assert all(line.startswith(" … waiting for the world, ") for line in lines)
    assert "\x1b" not in stream.getvalue()


def test_a_terminal_shows_one_line_that_goes_away(clock: list[float]) -> None:
    stream = Terminal()
    console = Console(stream=stream)
    wait(console, clock, 2.0)
    console.line("done")
    assert "\n" not in stream.getvalue().removesuffix("done\n")
    assert stream.getvalue().endswith("\r\x1b[Kdone\n")


def test_no_color_makes_a_terminal_a_log(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    wait(Console(stream=stream), clock, 6.0)
    assert "\x1b" not in stream.getvalue()
    assert stream.getvalue().count("\n") == 1


def test_quiet_is_silent(clock: list[float]) -> None:
    stream = io.StringIO()
    console = Console(quiet=True, stream=stream)
    wait(console, clock, 20.0)
    console.line("hello")
    assert stream.getvalue() == ""
