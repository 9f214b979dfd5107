"""Domains are reserved by locks that end with their holder."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from eyehand_bench.stack.domain import DOMAINS, reserve_domain
from eyehand_core.errors import StackError


def test_no_two_reservations_share_a_domain(tmp_path: Path) -> None:
    with ExitStack() as stack:
        numbers = [stack.enter_context(reserve_domain(tmp_path)).number for _ in range(20)]
    assert len(set(numbers)) == 20
    assert set(numbers) <= set(DOMAINS)


def test_a_released_domain_can_be_taken_again(tmp_path: Path) -> None:
    with reserve_domain(tmp_path) as first:
        pass
    with reserve_domain(tmp_path) as second:
        assert second.number == first.number


@pytest.mark.slow
def test_running_out_of_domains_is_said(tmp_path: Path) -> None:
    with ExitStack() as stack, pytest.raises(StackError, match="all 101 ROS domains are taken"):
        for _ in DOMAINS:
            stack.enter_context(reserve_domain(tmp_path))
        stack.enter_context(reserve_domain(tmp_path))


def test_a_domain_somebody_listens_in_is_left_alone(tmp_path: Path) -> None:
    with reserve_domain(tmp_path) as free:
        port = 7400 + 250 * free.number + 10
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", port))
        with reserve_domain(tmp_path) as other:
            assert other.number != free.number


def test_the_users_own_domain_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with reserve_domain(tmp_path) as free:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(free.number))
    with reserve_domain(tmp_path) as other:
        assert other.number != free.number


@pytest.mark.slow
def test_a_killed_holder_frees_its_domain(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path\n"
        "from eyehand_bench.stack.domain import reserve_domain\n"
        "with reserve_domain(Path(sys.argv[1])) as domain:\n"
        "    print(domain.number, flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        taken = int(holder.stdout.readline())
        with ExitStack() as stack:
            with pytest.raises(StackError):
                while True:
                    assert stack.enter_context(reserve_domain(tmp_path)).number != taken
            holder.kill()
            holder.wait()
            assert stack.enter_context(reserve_domain(tmp_path)).number == taken


def test_other_machines_are_kept_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROS_DISTRO", "humble")
    with reserve_domain(tmp_path) as domain:
        environment = domain.environment()
    assert environment["ROS_DOMAIN_ID"] == str(domain.number)
    assert environment["ROS_AUTOMATIC_DISCOVERY_RANGE"] == "LOCALHOST"
    assert environment["ROS_LOCALHOST_ONLY"] == "1"
