"""Does the score from the bag equal the live verdict, and the digest that of the proof?

    . .eyehand/env.sh && python benchmarks/score_agreement.py --out FILE.jsonl

Plays the kept seeds of every manipulation task through all nodes, recorded, and scores each record.
The digest is compared with the one in config/seeds (expert) or config/floors (random, noop). A line
is written after each episode; episodes already in the file are not played again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ROBOT = "dual_x5"
LONGEST_S = 600.0


def main() -> None:
    """Play and score what is missing, then print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", nargs="+", default=["expert"])
    parser.add_argument("--tasks", nargs="+", help="by default all with proven seeds")
    parser.add_argument("--seeds", type=int, default=20, help="kept seeds per task")
    parser.add_argument("--workers", type=int, default=2, help="episodes at a time")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    wanted = [item for agent in options.agents for item in expected(agent, options)]
    done = {(row["agent"], row["task"], row["seed"], row["proof"]) for row in rows(options.out)}
    missing = [item for item in wanted if item not in done]
    with ThreadPoolExecutor(options.workers) as pool:
        for row in pool.map(play, missing):
            with options.out.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(row) + "\n")
            print(json.dumps(row), file=sys.stderr)
    print_table([row for row in rows(options.out) if row["agent"] in options.agents])


def expected(agent: str, options: argparse.Namespace) -> list[tuple[str, str, int, str]]:
    """Return agent, task, seed and digest of the proof or floor."""
    folder = ROOT / "config" / ("seeds" if agent == "expert" else "floors") / ROBOT
    items = []
    for path in sorted(folder.glob("*.jsonl")):
        if options.tasks and path.stem not in options.tasks:
            continue
        entries = rows(path)[1:]
        chosen = [e for e in entries if e.get("kept") or e.get("agent") == agent][: options.seeds]
        items += [(agent, path.stem, entry["seed"], entry["digest"]) for entry in chosen]
    return items


def play(item: tuple[str, str, int, str]) -> dict[str, Any]:
    """Play and score one episode."""
    agent, task, seed, proof = item
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record"
        words = ["--task", task, "--seed", str(seed), "--agent", agent, "--profile", "fast"]
        result = eyehand("run", *words, "--out", str(record))
        score = eyehand("score", "--json", str(record))
    return {
        "agent": agent,
        "task": task,
        "seed": seed,
        "proof": proof,
        "outcome": result["outcome"],
        "steps": result["steps"],
        "reason": result["reason"],
        "equal_digest": result["digest"] == proof,
        "score_agrees": score["matches"],
        "wall_s": round(time.monotonic() - begin, 1),
    }


def eyehand(*words: str) -> dict[str, Any]:
    """Run a command that prints JSON."""
    done = subprocess.run(
        [ROOT / "eyehand", *words], capture_output=True, text=True, timeout=LONGEST_S, check=False
    )
    try:
        content: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, json.JSONDecodeError):
        sys.exit(f"eyehand {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return content


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
