"""Success of the expert on real Gazebo physics, through the bridge of ``test/gazebo``.

Every episode starts its own Gazebo and leaves a record with a picture strip.

    .eyehand/runtime/bin/python benchmarks/gazebo_episodes.py --out out/gazebo
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from eyehand_bench.stack.domain import reserve_domain
from eyehand_bench.stack.stack_process import StackProcess

LAUNCH = Path(__file__).resolve().parents[1] / "test" / "gazebo" / "bridge.launch.py"
LONGEST_S = 600.0
POLL_S = 0.2


def play(task: str, seed: int, record: Path) -> dict[str, Any]:
    """Play one recorded episode and return the content of its ``episode.json``."""
    with tempfile.TemporaryDirectory() as folder, reserve_domain() as domain:
        arguments = {
            "task": task,
            "seed": str(seed),
            "agent": "expert",
            "out": str(record.absolute()),
            "events": f"{folder}/events.jsonl",
        }
        end = time.monotonic() + LONGEST_S
        with StackProcess(LAUNCH, arguments, domain, Path(folder)) as stack:
            while stack.running and time.monotonic() < end:
                time.sleep(POLL_S)
    content: dict[str, Any] = json.loads((record / "episode.json").read_text())
    return content


def main() -> None:
    """Play all episodes and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder of the records")
    parser.add_argument("--tasks", nargs="+", default=["click_bell", "grasp_single_cube"])
    parser.add_argument("--seeds", type=int, default=10, help="number of seeds, from 1000")
    arguments = parser.parse_args()
    for task in arguments.tasks:
        outcomes = []
        for seed in range(1000, 1000 + arguments.seeds):
            content = play(task, seed, arguments.out / f"{task}-{seed}")
            outcomes.append(content["outcome"])
            print(task, seed, content["outcome"], content["steps"], content["reason"], flush=True)
        counts = {word: outcomes.count(word) for word in ("success", "failure", "invalid")}
        print(task, counts, flush=True)


if __name__ == "__main__":
    main()
