"""Poses and verdicts from markers against the truth, on final states of episodes.

    . .eyehand/env.sh && python benchmarks/perception.py --states 200 --out FILE.json

Each state is the end of an episode of which the expert plays a random share and a random policy the
rest. The cameras of ``config/cells/rehearsal.yaml`` look into the MuJoCo world after every step
that matters to the final verdict; their pictures get noise and their calibration an error. The same
judge sees the privileged states and the perceived ones. Targets: poses of objects in sight within
3 mm and 2 degrees; all terms of the success expression equal in 95 % of the states. Disagreements
are listed; exits with 1 on a miss. States already in the file are not played again.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test"))

from direct_stack import ENVIRONMENT, LIBRARY, ROBOT, URDF, DirectStack  # noqa: E402
from eyehand_core.episode.observe import observe  # noqa: E402
from eyehand_core.predicates.judge import Judge  # noqa: E402
from eyehand_core.world_state import WorldState  # noqa: E402
from eyehand_perception.object_pose import estimate_all  # noqa: E402
from eyehand_perception.perceived_world import (  # noqa: E402
    MEASURED,
    PerceivedWorld,
    PerceptionSettings,
)
from eyehand_perception.proximity import Proximity  # noqa: E402
from rendered_cell import CELL, Imperfection, RenderedCell  # noqa: E402

TASKS = ("grasp_single_cube", "click_bell", "place_cube_in_bowl", "lift_pot")
FIRST_SEED = 1000
MOST_EXPERT_STEPS = 24
RANDOM_STEPS = 3
LAST_LOOKS = 2
CONTACT_TOLERANCE = 0.002
POSITION_LIMIT_MM, ANGLE_LIMIT_DEG, AGREEMENT = 3.0, 2.0, 0.95


@dataclass(frozen=True, kw_only=True)
class PoseError:
    """One object in one final state."""

    task: str
    seed: int
    object: str
    source: str
    position_mm: float
    angle_deg: float
    stated_mm: float
    stated_deg: float


def main() -> int:
    """Play, compare, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=200)
    parser.add_argument("--profile", default="standard", help="render profile")
    parser.add_argument("--grey", type=float, default=2.0, help="pixel noise, of 255")
    parser.add_argument("--camera-mm", type=float, default=0.3, help="calibration error")
    parser.add_argument("--camera-deg", type=float, default=0.02, help="calibration error")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    imperfection = Imperfection(
        grey=options.grey,
        position=options.camera_mm / 1000.0,
        angle=math.radians(options.camera_deg),
    )
    cameras = RenderedCell(profile=options.profile, imperfection=imperfection)
    before = json.loads(options.out.read_text()) if options.out.exists() else {}
    errors = [PoseError(**error) for error in before.get("poses", [])]
    states: list[dict[str, Any]] = before.get("states", [])
    for index in range(len(states), options.states):
        task, seed = TASKS[index % len(TASKS)], FIRST_SEED + index // len(TASKS)
        states.append(compare(task, seed, cameras, errors))
        results = {"states": states, "poses": [asdict(error) for error in errors]}
        options.out.write_text(json.dumps(results, indent=1) + "\n")
        print(f"{index + 1} {task} {seed}: {states[-1]['differences'] or 'equal'}", file=sys.stderr)
    cameras.close()
    return report(states, errors)


def compare(task: str, seed: int, cameras: RenderedCell, errors: list[PoseError]) -> dict[str, Any]:
    """Play one episode, judged twice; return how the verdicts on its final state compare."""
    rng = random.Random(f"{task} {seed}")
    stack = DirectStack(task, seed, CELL)
    scene = LIBRARY.instantiate(stack.task, seed)
    proximity = Proximity(URDF, ROBOT, ENVIRONMENT, scene.objects, CONTACT_TOLERANCE)
    world = PerceivedWorld(CELL, scene, proximity, PerceptionSettings(), stack.state.stamp)
    judge = Judge(stack.task, ROBOT, perceive(stack, world, cameras))
    perceived = judge.initial
    policies = ["expert"] * rng.randint(1, MOST_EXPERT_STEPS)
    policies += ["random"] * rng.choice([0, RANDOM_STEPS])
    players = {name: stack.policy(name) for name in ("expert", "random")}
    remembers = "latched" in str(stack.task.success)
    for left, name in reversed(list(enumerate(reversed(policies)))):
        steps = stack.episode.step
        stack.act(players[name].decide(observe(stack.episode, ()), ""))
        over = left == 0 or not stack.episode.running
        if stack.episode.step > steps and (remembers or over or left < LAST_LOOKS):
            perceived = judge.update(perceive(stack, world, cameras))
        if over:
            break
    errors += pose_errors(task, seed, stack, world)
    truth = stack.episode.verdict
    differences = [
        f"{text}: true {value}, perceived {other}"
        for (text, value), (_, other) in zip(truth.terms, perceived.terms, strict=True)
        if value != other
    ]
    return {
        "task": task,
        "seed": seed,
        "steps": stack.episode.step,
        "solved": all(value for _, value in truth.terms),
        "differences": differences,
        "unknown": list(world.unknown),
    }


def perceive(stack: DirectStack, world: PerceivedWorld, cameras: RenderedCell) -> WorldState:
    """Return the present state as the cameras give it."""
    markers = {name: item.markers for name, item in world.cast.items()}
    estimates = estimate_all(
        markers, cameras.views(stack.snapshot()), corner_deviation=CELL.corner_deviation
    )
    return world.observe(stack.state.stamp, estimates, stack.state.arms, {})


def pose_errors(task: str, seed: int, stack: DirectStack, world: PerceivedWorld) -> list[PoseError]:
    """Return how far the poses are from the truth."""
    found = []
    for name, track in world.tracks.items():
        true = stack.state.objects[name].pose
        found.append(
            PoseError(
                task=task,
                seed=seed,
                object=name,
                source=track.source,
                position_mm=1000.0 * track.pose.distance_to(true),
                angle_deg=math.degrees(track.pose.angle_to(true)),
                stated_mm=1000.0 * track.position_deviation,
                stated_deg=math.degrees(track.angle_deviation),
            )
        )
    return found


def report(states: list[dict[str, Any]], errors: list[PoseError]) -> int:
    """Print the comparison; return the exit status."""
    equal = sum(not state["differences"] for state in states)
    solved = sum(state["solved"] for state in states)
    print(f"states {len(states)}, solved {solved}, all terms equal in {equal}")
    for state in states:
        for difference in state["differences"]:
            print(f"  {state['task']} {state['seed']}: {difference} (unknown: {state['unknown']})")
    seen = [error for error in errors if error.source == MEASURED]
    print(f"objects {len(errors)}, in sight {len(seen)}")
    for label, values, unit in (
        ("position", sorted(error.position_mm for error in seen), "mm"),
        ("angle", sorted(error.angle_deg for error in seen), "degrees"),
    ):
        median, p95 = values[len(values) // 2], values[int(0.95 * (len(values) - 1))]
        print(f"{label}: median {median:.3f}, 95 % {p95:.3f}, largest {values[-1]:.3f} {unit}")
    within = [
        error
        for error in seen
        if error.position_mm <= POSITION_LIMIT_MM and error.angle_deg <= ANGLE_LIMIT_DEG
    ]
    print(f"within {POSITION_LIMIT_MM:g} mm and {ANGLE_LIMIT_DEG:g} degrees: {len(within)}")
    for error in seen:
        if error not in within:
            print(f"  {error}")
    stated = sum(error.position_mm <= 3.0 * error.stated_mm for error in seen)
    print(f"within three stated standard deviations: {stated} of {len(seen)}")
    return int(equal < AGREEMENT * len(states) or len(within) < len(seen))


if __name__ == "__main__":
    sys.exit(main())
