"""A demonstration: pictures of one successful run of the expert, and nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from eyehand_core.errors import ConfigError, cause_of
from eyehand_core.observation import View

from eyehand_agent.prompts.task_rules import VARIANT

FIRST_TEST_SEED = 1000
"""Seeds from here on are for tests; demonstrations use smaller ones, so they never overlap."""

DESCRIPTION_FILE = "demonstration.json"
FRAME_PATTERN = "frame_{:03d}.jpg"
FEWEST_FRAMES = 3
"""Frames of each demonstration that have to be looked at before a summary is taken."""

_ATOMIC_SKILLS = (
    "place_single_cube",
    "grasp_single_bottle",
    "grasp_single_bottle_upright",
    "grasp_single_pen",
)
_SEVERAL = {"put_everything_in_basket": _ATOMIC_SKILLS}


def taught_task(task_id: str) -> str:
    """Return the task whose summary is used: a held-out variant reuses that of its base."""
    return task_id.removesuffix(VARIANT)


def demonstrated_tasks(task_id: str) -> tuple[str, ...]:
    """Return the tasks whose demonstrations teach a task; a long one is taught by its skills."""
    base = taught_task(task_id)
    return _SEVERAL.get(base, (base,))


@dataclass(frozen=True, kw_only=True)
class Demonstration:
    """Frames in order of time.

    Attributes:
        task: task that was done.
        goal: its goal sentence.
        seed: instance that was played; never one that tests use.
        digest: of the episode that it was made from.
        frames: picture files.
    """

    task: str
    goal: str
    seed: int
    digest: str
    frames: tuple[Path, ...]

    def view(self, step: int) -> View:
        """Return one frame; it says its place and nothing of where it came from."""
        name = f"{self.task}, frame {step} of {len(self.frames) - 1}"
        return View(name=name, jpeg=self.frames[step].read_bytes(), stamp=0.0)


def load_demonstration(folder: Path, task: str) -> Demonstration:
    """Return the demonstration of a task.

    Args:
        folder: folder of all demonstrations.
        task: task that was done.

    Raises:
        ConfigError: there is none, it is broken, or it shows an instance that tests use.
    """
    path = folder / task / DESCRIPTION_FILE
    remedy = f"make it: eyehand demos make {task} --out {folder}"
    try:
        described = json.loads(path.read_text(encoding="utf-8"))
        found = Demonstration(
            task=str(described["task"]),
            goal=str(described["goal"]),
            seed=int(described["seed"]),
            digest=str(described["digest"]),
            frames=tuple(sorted(path.parent.glob("frame_*.jpg"))),
        )
    except FileNotFoundError as error:
        raise ConfigError(f"no demonstration of {task!r} in {folder}; {remedy}") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} cannot be used: {cause_of(error)}; {remedy}") from error
    if len(found.frames) < FEWEST_FRAMES:
        raise ConfigError(
            f"{path.parent} has {len(found.frames)} frames; at least {FEWEST_FRAMES} are needed; "
            "make the demonstration again"
        )
    check_seed(found.seed)
    return found


def check_seed(seed: int) -> None:
    """Refuse to learn from an instance that tests use.

    Raises:
        ConfigError: it is one.
    """
    if seed >= FIRST_TEST_SEED:
        raise ConfigError(
            f"seed {seed} is a test seed; demonstrate with one below {FIRST_TEST_SEED}"
        )
