"""Success of servo over seeds, in process: world, planner, referee and pictures without nodes.

    . .eyehand/env.sh && nice -n 15 python benchmarks/servo_success.py --out FILE.json

Results are written after each episode, and episodes already in the file are not played again. Take
a new file after a change of the policy.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from eyehand_bench.direct.sighted_episode import SightedEpisode
from eyehand_bench.direct.workplace import workplace
from eyehand_core.episode.conditions import load_condition
from eyehand_world.render_profile import load_profile
from eyehand_world.renderer import Renderer

CONFIG = Path(__file__).resolve().parents[1] / "config"
TASKS = (
    "grasp_single_cube",
    "click_bell",
    "place_cube_in_bowl",
    "place_single_cube",
    "grasp_single_bottle_upright",
)


def main() -> None:
    """Play what is missing and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", default="1000-1019", help="first-last")
    parser.add_argument("--tasks", nargs="+", default=TASKS)
    parser.add_argument("--agent", default="servo")
    parser.add_argument("--condition", default="active", help="observation condition")
    parser.add_argument("--profile", default="fast", help="render profile")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    first, last = (int(word) for word in options.seeds.split("-"))
    results = json.loads(options.out.read_text()) if options.out.exists() else {}
    place = workplace(CONFIG, "dual_x5")
    renderer = Renderer(load_profile(CONFIG, options.profile))
    try:
        for task in options.tasks:
            for seed in range(first, last + 1):
                key = f"{options.agent}/{options.condition}/{options.profile}/{task}/{seed}"
                if key not in results:
                    condition = load_condition(CONFIG, "manipulation", options.condition)
                    run = SightedEpisode(place, place.library.load(task), seed, renderer, condition)
                    results[key] = play(run, options.agent)
                    options.out.write_text(json.dumps(results, indent=1) + "\n")
                    print(key, results[key]["ending"], results[key]["steps"], file=sys.stderr)
    finally:
        renderer.close()
    print_table(results)


def play(run: SightedEpisode, agent: str) -> dict[str, Any]:
    """Play one episode."""
    begin = time.monotonic()
    episode = run.play(agent)
    assert episode.ending is not None
    return {
        "ending": episode.ending.value,
        "steps": episode.step,
        "progress": episode.verdict.progress,
        "refused": len(run.refused),
        "digest": episode.digest,
        "wall_s": round(time.monotonic() - begin, 2),
    }


def print_table(results: dict[str, Any]) -> None:
    """Print successes per task, with steps of the successful episodes."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for key, result in results.items():
        groups.setdefault(key.rsplit("/", 1)[0], []).append(result)
    for name, group in groups.items():
        steps = sorted(item["steps"] for item in group if item["ending"] == "success")
        middle = steps[len(steps) // 2] if steps else "-"
        print(f"{name:50} success {len(steps):2}/{len(group)}  median steps {middle}")


if __name__ == "__main__":
    main()
