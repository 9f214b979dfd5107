"""Success of agents over tasks and seeds, through the real nodes.

    . .eyehand/env.sh && python benchmarks/success_rates.py --out FILE.json

and, for a model, with `--agents mllm --model ID --base-url URL --condition NAME --records FOLDER`.

Every episode goes through agent, referee, camera, executor and world; it is recorded if a folder
for records is given. Results are written after each episode, and episodes already in the file are
not played again. A file holds results of one model, condition, robot, profile and settings file.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from eyehand_bench.cli.error_report import error_lines
from eyehand_bench.commands.episode_checks import check_episode
from eyehand_bench.library import DEFAULT_ROBOT, config_folder
from eyehand_bench.record.episode_plan import EpisodePlan
from eyehand_bench.record.record_folder import claim_folder
from eyehand_bench.stack.recorded_episode import record_episode
from eyehand_bench.stack.running_stack import RunningStack, running_stack
from eyehand_core.errors import ConfigError, EyehandError
from eyehand_core.intervals import Share
from eyehand_core.tasks.library import Library

TASKS = ("grasp_single_cube", "click_bell", "place_cube_in_bowl", "lift_pot")
AGENTS = ("expert", "random", "noop")
EPISODE_S = 7200.0
"""Longest wait for an episode: models think, and a budget may be 400 steps."""
FIELDS = ("outcome", "ending", "reason", "steps", "digest")
ASKED = ("condition", "model", "base_url", "settings", "robot", "profile")


def main() -> int:
    """Play all episodes and print a table; return the exit status."""
    options = arguments()
    for number in (signal.SIGINT, signal.SIGTERM):  # a shell has its background jobs ignore SIGINT
        signal.signal(number, signal.default_int_handler)
    try:
        content = begun(options)
        for agent in options.agents:
            play_all(agent, options, content)
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on with {options.out}", file=sys.stderr)
        return 130
    except EyehandError as error:
        print("\n".join(error_lines(error)), file=sys.stderr)
        return 2
    print_table(content["episodes"])
    return 0


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--seeds", type=seed_range, help="first-last; by default the proven seeds of each task"
    )
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
    return parser.parse_args()


def seed_range(text: str) -> tuple[int, ...]:
    """Return the seeds from first to last."""
    match = re.fullmatch(r"(\d+)-(\d+)", text)
    seeds = tuple(range(int(match[1]), int(match[2]) + 1)) if match else ()
    if not seeds:
        raise argparse.ArgumentTypeError(f"{text!r}; expected first-last, for example 1000-1019")
    return seeds


def begun(options: argparse.Namespace) -> dict[str, Any]:
    """Refuse what could not be played or kept; return the content of the result file.

    Raises:
        ConfigError: a wrong argument, or a file that holds results of something else.
    """
    for agent in options.agents:
        for task in options.tasks:
            episode = {**vars(options), "agent": agent, "task": task, "world": "", "renderer": ""}
            episode["settings"] = Path(options.settings) if options.settings else None
            check_episode(argparse.Namespace(**episode))
    asked = {key: getattr(options, key) for key in ASKED}
    content: dict[str, Any] = {"asked": asked, "episodes": {}}
    if options.out.exists():
        content = json.loads(options.out.read_text())
        if content.get("asked") != asked:
            raise ConfigError(
                f"{options.out} holds results of {content.get('asked')}; you ask for {asked}; "
                "give another --out"
            )
    try:
        write(options.out, content)
    except OSError as error:
        raise ConfigError(f"{options.out} cannot be written: {error.strerror}") from error
    return content


def write(path: Path, content: dict[str, Any]) -> None:
    """Write the results so that a file is always whole."""
    whole = path.with_name(f"{path.name}.new")
    whole.write_text(json.dumps(content, indent=1) + "\n")
    os.replace(whole, path)


def play_all(agent: str, options: argparse.Namespace, content: dict[str, Any]) -> None:
    """Play what is missing of one agent."""
    episodes, library = content["episodes"], Library(config_folder())
    wanted = [
        (task, seed) for task in options.tasks for seed in options.seeds or library.load(task).seeds
    ]
    missing = [(t, s) for t, s in wanted if f"{agent}/{t}/{s}" not in episodes]
    if not missing:
        return
    asked = {key: getattr(options, key) for key in ("model", "base_url", "settings")}
    given = {key: value for key, value in asked.items() if value}
    with running_stack(agent, options.profile, options.robot, **given) as stack:
        for number, (task, seed) in enumerate(missing, 1):
            begin = time.monotonic()
            result = play(stack, options, agent, task, seed)
            result["wall_s"] = round(time.monotonic() - begin, 2)
            episodes[f"{agent}/{task}/{seed}"] = result
            write(options.out, content)
            ended = f"{result['outcome']} in {result['steps']} steps: {result['reason']}"
            print(f"{number}/{len(missing)} {agent} {task} {seed}: {ended}", file=sys.stderr)


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
    return {**{field: content[field] for field in FIELDS}, "record": str(record)}


def print_table(episodes: dict[str, Any]) -> None:
    """Print successes per agent and task with their 95 % interval; invalid episodes are apart."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for key, result in episodes.items():
        agent, task, _ = key.split("/")
        groups.setdefault((agent, task), []).append(result)
        groups.setdefault((agent, "all"), []).append(result)
    for (agent, task), group in sorted(groups.items()):
        counted = [item for item in group if item["outcome"] != "invalid"]
        won = [item["steps"] for item in counted if item["outcome"] == "success"]
        share = Share(count=len(won), total=len(counted))
        interval = "{:.0%} to {:.0%}".format(*share.interval) if share.interval else "-"
        print(
            f"{agent:7} {task:42} success {share.count:3}/{share.total}  "
            f"95 % interval {interval}  invalid {len(group) - len(counted)}  "
            f"median steps of successes {median(won) if won else '-'}"
        )


if __name__ == "__main__":
    sys.exit(main())
