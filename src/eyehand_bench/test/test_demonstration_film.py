"""Demonstrations that the expert plays for the purpose: even in time, whole, made once."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from eyehand_agent.demonstrations.demonstration import load_demonstration
from eyehand_bench.cli.main import main
from eyehand_bench.demonstration.film import FRAMES_PER_SECOND, Shots
from eyehand_world.snapshot import Snapshot

TASK = "grasp_single_cube"


@pytest.mark.parametrize("sampling_s", [0.04, 0.08, 0.5])
def test_shots_are_even_in_world_time_and_end_with_the_last_state(sampling_s: float) -> None:
    shots = Shots(FRAMES_PER_SECOND)
    stamps = range(10**9, 8 * 10**9, round(1e9 * sampling_s))
    taken = [Snapshot(model=None, qpos=np.zeros(0), stamp_ns=stamp) for stamp in stamps]
    for snapshot in taken:
        shots.take(snapshot)
    shots.end(taken[-1])
    gaps = np.diff([shot.stamp_ns for shot in shots.kept]) * 1e-9
    assert (shots.kept[0], shots.kept[-1]) == (taken[0], taken[-1])
    assert np.abs(gaps[:-1] - max(1 / FRAMES_PER_SECOND, sampling_s)).max() < sampling_s
    assert len(gaps) == pytest.approx(7 * min(FRAMES_PER_SECOND, 1 / sampling_s), abs=1)


@pytest.mark.sim
def test_a_made_demonstration_shows_the_whole_deed_and_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["demos", "make", TASK, f"{TASK}_generalization", "--out", str(tmp_path), "--quiet"]
    assert main(words) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["task"] for line in told] == [TASK], "a variant is taught by its base"
    shown = load_demonstration(tmp_path, TASK)
    assert len(shown.frames) == told[0]["frames"]
    first, last = (
        cv2.imread(str(path)).astype(int) for path in (shown.frames[0], shown.frames[-1])
    )
    assert np.abs(first - last).mean() > 2.0, "the arm has moved"
    assert main(words) == 0
    assert capsys.readouterr().out == "", "what is there is not made again"
