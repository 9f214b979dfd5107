"""Success of agents over tasks and seeds, through the real nodes.

    . .eyehand/env.sh && python benchmarks/success_rates.py --out FILE.json

and, for a model, with `--agents mllm --model ID --base-url URL --condition NAME --records FOLDER`.

Every episode goes through agent, referee, camera, executor and world; it is recorded if a folder
for records is given. Results are written after each episode, and episodes already in the file are
not played again. Give each model and each condition a file of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from eyehand_bench.library import DEFAULT_ROBOT, config_folder
from eyehand_bench.record.episode_plan import EpisodePlan
from eyehand_bench.record.record_folder import claim_folder
from eyehand_bench.stack.recorded_episode import record_episode
from eyehand_bench.stack.running_stack import RunningStack, running_stack
from eyehand_core.intervals import Share
from eyehand_core.tasks.library import Library

TASKS = ("grasp_single_cube", "click_bell", "place_cube_in_bowl", "lift_pot")
AGENTS = ("expert", "random", "noop")
EPISODE_S = 7200.0
"""Longest wait for an episode: models think, and a budget may be 400 steps."""
FIELDS = ("outcome", "ending", "reason", "steps", "digest")


def main() -> None:
    """Play all episodes and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", help="first-last; by default the proven seeds of each task")
    parser.add_argument("--tasks", nargs="+", default=TASKS)
    parser.add_argument("--agents", nargs="+", default=AGENTS)
    parser.add_argument("--model", default="", help="model id (agent mllm)")
    parser.add_argument("--base-url", default="", help="model endpoint (agent mllm)")
    parser.add_argument("--settings", default="", help="settings file of the agent")
    parser.add_argument("--condition", default="active", help="observation condition")
    parser.add_argument("--profile", default="standard", help="render profile")
    parser.add_argument("--robot", default=DEFAULT_ROBOT, help="robot of config/robots")
    parser.add_argument("--records", type=Path, help="folder for the records, one of each episode")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    results = json.loads(options.out.read_text()) if options.out.exists() else {}
    for agent in options.agents:
        play_all(agent, options, results)
    print_table(results)


def play_all(agent: str, options: argparse.Namespace, results: dict[str, Any]) -> None:
    """Play what is missing of one agent."""
    wanted = [(task, seed) for task in options.tasks for seed in seeds_of(task, options.seeds)]
    missing = [(t, s) for t, s in wanted if f"{agent}/{t}/{s}" not in results]
    if not missing:
        return
    asked = {key: getattr(options, key) for key in ("model", "base_url", "settings")}
    given = {key: value for key, value in asked.items() if value}
    with running_stack(agent, options.profile, options.robot, **given) as stack:
        for number, (task, seed) in enumerate(missing, 1):
            begin = time.monotonic()
            result = play(stack, options, agent, task, seed)
            result["wall_s"] = round(time.monotonic() - begin, 2)
            results[f"{agent}/{task}/{seed}"] = result
            options.out.write_text(json.dumps(results, indent=1) + "\n")
            ended = f"{result['outcome']} in {result['steps']} steps, {result['wall_s']} s"
            print(f"{number}/{len(missing)} {agent} {task} {seed}: {ended}", file=sys.stderr)


def seeds_of(task: str, given: str | None) -> tuple[int, ...]:
    """Return the seeds from first to last, or the proven ones of a task."""
    if given is None:
        return Library(config_folder()).load(task).seeds
    first, last = (int(word) for word in given.split("-"))
    return tuple(range(first, last + 1))


def play(
    stack: RunningStack, options: argparse.Namespace, agent: str, task: str, seed: int
) -> dict[str, Any]:
    """Play one episode, recorded or not."""
    if options.records is None:
        result = stack.begin(task, seed, options.condition).wait(EPISODE_S).result
        return {field: getattr(result, field) for field in FIELDS}
    plan = EpisodePlan(
        task=task,
        seed=seed,
        condition=options.condition,
        agent=agent,
        model=options.model,
        robot=options.robot,
        profile=options.profile,
    )
    record = claim_folder(task, seed, agent, options.records)
    content = record_episode(stack.domain, plan, record)
    return {field: content[field] for field in FIELDS}


def print_table(results: dict[str, Any]) -> None:
    """Print successes per agent and task with their 95 % interval; invalid episodes are apart."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for key, result in results.items():
        agent, task, _ = key.split("/")
        groups.setdefault((agent, task), []).append(result)
        groups.setdefault((agent, "all"), []).append(result)
    for (agent, task), group in sorted(groups.items()):
        counted = [item for item in group if item["outcome"] != "invalid"]
        won = [item["steps"] for item in counted if item["outcome"] == "success"]
        share = Share(count=len(won), total=len(counted))
        low, high = share.interval or (0.0, 1.0)
        print(
            f"{agent:7} {task:42} success {share.count:3}/{share.total}  "
            f"95 % interval {low:.0%} to {high:.0%}  invalid {len(group) - len(counted)}  "
            f"median steps of successes {median(won) if won else '-'}"
        )


if __name__ == "__main__":
    main()
