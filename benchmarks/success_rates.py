"""Success of expert, random and noop over seeds, through the real nodes.

    . .eyehand/env.sh && python benchmarks/success_rates.py --seeds 1000-1019 --out FILE.json

Every episode goes through agent, referee, camera, executor and world; only the recorder is left
out. Results are written after each episode, and episodes already in the file are not played again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from eyehand_bench.stack.running_stack import running_stack

TASKS = ("grasp_single_cube", "click_bell", "place_cube_in_bowl", "lift_pot")
AGENTS = ("expert", "random", "noop")


def main() -> None:
    """Play all episodes and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", default="1000-1019", help="first-last")
    parser.add_argument("--tasks", nargs="+", default=TASKS)
    parser.add_argument("--agents", nargs="+", default=AGENTS)
    parser.add_argument("--profile", default="standard", help="render profile")
    parser.add_argument("--robot", default="dual_x5", help="robot of config/robots; a file each")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    first, last = (int(word) for word in options.seeds.split("-"))
    results = json.loads(options.out.read_text()) if options.out.exists() else {}
    for agent in options.agents:
        play_all(agent, options, range(first, last + 1), results)
    print_table(results)


def play_all(agent: str, options: Any, seeds: range, results: dict[str, Any]) -> None:
    """Play what is missing of one agent."""
    wanted = [(task, seed) for task in options.tasks for seed in seeds]
    missing = [(t, s) for t, s in wanted if f"{agent}/{t}/{s}" not in results]
    if not missing:
        return
    with running_stack(agent, options.profile, options.robot) as stack:
        for task, seed in missing:
            begin = time.monotonic()
            result = stack.play(task, seed)
            results[f"{agent}/{task}/{seed}"] = {
                "outcome": result.outcome,
                "ending": result.ending,
                "reason": result.reason,
                "steps": result.steps,
                "digest": result.digest,
                "wall_s": round(time.monotonic() - begin, 2),
            }
            options.out.write_text(json.dumps(results, indent=1) + "\n")
            print(f"{agent} {task} {seed}: {result.outcome} in {result.steps}", file=sys.stderr)


def print_table(results: dict[str, Any]) -> None:
    """Print successes per agent and task, with steps of the successful episodes."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for key, result in results.items():
        agent, task, _ = key.split("/")
        groups.setdefault((agent, task), []).append(result)
    for (agent, task), group in groups.items():
        won = [item for item in group if item["outcome"] == "success"]
        invalid = sum(item["outcome"] == "invalid" for item in group)
        steps = sorted(item["steps"] for item in won)
        middle = steps[len(steps) // 2] if steps else "-"
        print(
            f"{agent:7} {task:20} success {len(won):2}/{len(group)}  invalid {invalid}  "
            f"median steps {middle}"
        )


if __name__ == "__main__":
    main()
