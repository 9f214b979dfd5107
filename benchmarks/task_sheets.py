"""One small picture per manipulation task: the expert's episode in four frames and two views.

Run in the environment of the stack, from the root of the repository:

    MUJOCO_GL=egl python benchmarks/task_sheets.py [TASK ...]

It plays the first seed of each task (1000 if none is proven yet) and writes
docs/images/tasks/<task>.jpg.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from eyehand_bench.direct.direct_episode import DirectEpisode
from eyehand_bench.direct.workplace import Workplace, workplace
from eyehand_core.episode.observe import observe
from eyehand_core.geometry.camera_model import CameraModel, look_at
from eyehand_core.tasks.task import Task
from eyehand_world.render_profile import load_profile
from eyehand_world.renderer import Renderer
from eyehand_world.snapshot import Snapshot
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
SHEETS = ROOT / "docs" / "images" / "tasks"
CAMERA = CameraModel(width=640, height=480, vertical_fov=np.radians(37.0))
ABOVE, BESIDE = (0.0, -0.58, 1.48), (0.95, -0.35, 1.05)
FRAMES = 4
SMALL = (320, 240)


def states_of(place: Workplace, task: Task) -> list[Snapshot]:
    """Play the expert; return what could be seen at the start and after every step."""
    run = DirectEpisode(place, task, (task.seeds or (1000,))[0])
    expert = run.policy("expert")
    seen = [run.snapshot()]
    while run.episode.running:
        run.act(expert.decide(observe(run.episode, ()), ""))
        seen.append(run.snapshot())
    return seen


def sheet(renderer: Renderer, task: Task, states: list[Snapshot]) -> Image.Image:
    """Return frames from left to right, the start view above a view from the right."""
    width, height = SMALL
    picture = Image.new("RGB", (FRAMES * width, 2 * height))
    middle = 0.12 if len(task.arms) == 1 else 0.0
    chosen = np.linspace(0, len(states) - 1, FRAMES).round().astype(int)
    for column, index in enumerate(chosen):
        for row, eye in enumerate((ABOVE, BESIDE)):
            view = look_at(eye, (middle, -0.05, 0.80))
            image = Image.fromarray(renderer.render(states[index], CAMERA, view))
            picture.paste(image.resize(SMALL), (column * width, row * height))
    return picture


def main() -> None:
    """Draw the sheets of the tasks named, or of all."""
    place = workplace(ROOT / "config", "dual_x5")
    tasks = [task for task in place.library.all() if task.kind == "manipulation"]
    wanted = sys.argv[1:] or [task.id for task in tasks]
    SHEETS.mkdir(parents=True, exist_ok=True)
    renderer = Renderer(load_profile(ROOT / "config", "standard"))
    for task in tasks:
        if task.id in wanted:
            picture = sheet(renderer, task, states_of(place, task))
            picture.save(SHEETS / f"{task.id}.jpg", quality=80, optimize=True)
            print(task.id)
    renderer.close()


if __name__ == "__main__":
    main()
