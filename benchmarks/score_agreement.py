"""Does the score from the bag equal the live verdict, and the digest that of the proof?

    . .eyehand/env.sh && python benchmarks/score_agreement.py --out FILE.jsonl

Plays the kept seeds of every manipulation task through all nodes, recorded, and scores each record.
The digest is compared with the one in config/seeds (expert) or config/floors (random, noop). A line
is written after each episode; episodes already in the file are not played again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from eyehand_bench.record.episode_file import BAG_FOLDER
from eyehand_bench.record.episode_plan import EpisodePlan
from eyehand_bench.record.rescoring import rescore
from eyehand_bench.stack.domain import Domain
from eyehand_bench.stack.recorded_episode import record_episode
from eyehand_bench.stack.running_stack import running_stack

ROOT = Path(__file__).resolve().parents[1]
ROBOT, PROFILE = "dual_x5", "fast"

Item = tuple[str, str, int, str]
"""Agent, task, seed, and the digest of the proof or floor."""


def main() -> None:
    """Play and score what is missing, then print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", nargs="+", default=["expert"])
    parser.add_argument("--tasks", nargs="+", help="by default all with proven seeds")
    parser.add_argument("--seeds", type=int, default=20, help="kept seeds per task")
    parser.add_argument("--workers", type=int, default=2, help="stacks at a time")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    wanted = [item for agent in options.agents for item in expected(agent, options)]
    done = {(row["agent"], row["task"], row["seed"], row["proof"]) for row in rows(options.out)}
    missing = [item for item in wanted if item not in done]
    context = multiprocessing.get_context("spawn")
    lock = context.Lock()
    for agent in options.agents:
        mine = [item for item in missing if item[0] == agent]
        shares = [mine[number :: options.workers] for number in range(options.workers)]
        workers = [
            context.Process(target=play_share, args=(agent, share, options.out, lock))
            for share in shares
            if share
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    print_table([row for row in rows(options.out) if row["agent"] in options.agents])


def expected(agent: str, options: argparse.Namespace) -> list[Item]:
    """Return what there is to play of an agent."""
    folder = ROOT / "config" / ("seeds" if agent == "expert" else "floors") / ROBOT
    items = []
    for path in sorted(folder.glob("*.jsonl")):
        if options.tasks and path.stem not in options.tasks:
            continue
        entries = rows(path)[1:]
        chosen = [e for e in entries if e.get("kept") or e.get("agent") == agent][: options.seeds]
        items += [(agent, path.stem, entry["seed"], entry["digest"]) for entry in chosen]
    return items


def play_share(agent: str, share: list[Item], out: Path, lock: Any) -> None:
    """Play some episodes of an agent on one stack; callable in a process of its own."""
    with running_stack(agent, PROFILE, ROBOT) as stack:
        for item in share:
            row = play(stack.domain, item)
            with lock, out.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(row) + "\n")
            print(json.dumps(row), file=sys.stderr)


def play(domain: Domain, item: Item) -> dict[str, Any]:
    """Play, record and score one episode."""
    agent, task, seed, proof = item
    begin = time.monotonic()
    plan = EpisodePlan(
        task=task, seed=seed, condition="active", agent=agent, robot=ROBOT, profile=PROFILE
    )
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record"
        result = record_episode(domain, plan, record)
        agrees = result["record_complete"] and rescore(record / BAG_FOLDER).matches
    return {
        "agent": agent,
        "task": task,
        "seed": seed,
        "proof": proof,
        "outcome": result["outcome"],
        "steps": result["steps"],
        "reason": result["reason"],
        "equal_digest": result["digest"] == proof,
        "score_agrees": agrees,
        "wall_s": round(time.monotonic() - begin, 1),
    }


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file, none if it is not there."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def print_table(results: list[dict[str, Any]]) -> None:
    """Print a line per agent and task, and the sum."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in results:
        groups.setdefault((row["agent"], row["task"]), []).append(row)
        groups.setdefault((row["agent"], "all"), []).append(row)
    for (agent, task), group in sorted(groups.items()):
        counts = {
            "success": sum(row["outcome"] == "success" for row in group),
            "invalid": sum(row["outcome"] == "invalid" for row in group),
            "digest as proven": sum(row["equal_digest"] for row in group),
            "score agrees": sum(row["score_agrees"] for row in group),
        }
        text = ", ".join(f"{name} {count}/{len(group)}" for name, count in counts.items())
        print(f"{agent:7} {task:44} {text}")


if __name__ == "__main__":
    main()
