"""Episodes by direct calls, with the bundled robot, for tests and benchmarks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from eyehand_bench.direct.direct_episode import DirectEpisode
from eyehand_bench.direct.workplace import workplace
from eyehand_core.cells.cell import Cell
from eyehand_core.episode.observe import observe
from eyehand_core.robot import Robot

CONFIG = Path(__file__).resolve().parents[1] / "config"
BUNDLED = workplace(CONFIG, "dual_x5")
ROBOT, URDF, LIBRARY = BUNDLED.robot, BUNDLED.urdf, BUNDLED.library
ENVIRONMENT = LIBRARY.environment


class DirectStack(DirectEpisode):
    """One episode of a task, by its id; otherwise like ``DirectEpisode``."""

    def __init__(
        self, task_id: str, seed: int, cell: Cell | None = None, robot: Robot = ROBOT
    ) -> None:
        place = workplace(CONFIG, robot.name)
        super().__init__(place, place.library.load(task_id), seed, cell)

    def begin_routine(self, count: int) -> None:
        """Let the expert carry out the first ``count`` steps of its routine only."""
        policy = self._policy("expert", replace(self.task, expert=self.task.expert[:count]))
        while '"stop":' not in (text := policy.decide(observe(self.episode, ()), "")):
            self.act(text)
