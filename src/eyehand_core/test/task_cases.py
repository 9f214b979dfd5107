"""Situations of the shipped tasks, shown to a judge one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from eyehand_core.geometry import rotation
from eyehand_core.predicates.judge import Judge, Verdict
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import ArmState, Contact, ObjectState
from world_states import SAMPLE_S, arm, library, robot, settled_state, state, thing, touch

LIBRARY, ROBOT = library(), robot()
TABLE = 0.74
GRASP = (touch("right/finger1", "cube"), touch("right/finger2", "cube"))
Parts = tuple[tuple[ObjectState, ...], tuple[ArmState, ...], tuple[Contact, ...]]


class Case:
    """One episode of a shipped task, told as a sequence of situations."""

    def __init__(self, task_id: str, seed: int = 1000) -> None:
        self.task: Task = LIBRARY.load_instance(task_id, seed)
        arms = [
            arm(name, tcp=(0.3 if name == "right" else -0.3, -0.2, 0.93)) for name in self.task.arms
        ]
        self.settled = settled_state(LIBRARY.instantiate(self.task, seed), *arms)
        self.judge = Judge(self.task, ROBOT, self.settled)
        self._stamps = self._count()

    def _count(self) -> Iterator[float]:
        index = 0
        while True:
            index += 1
            yield index * SAMPLE_S

    def at(self, name: str) -> np.ndarray:
        """Return where an object settled."""
        return self.settled.objects[name].pose.position

    def show(
        self,
        *moved: ObjectState,
        arms: tuple[ArmState, ...] = (),
        contacts: tuple[Contact, ...] = (),
        samples: int = 6,
    ) -> Verdict:
        """Show a situation for some samples (six last 0.1 s); return the last verdict."""
        things = {**self.settled.objects, **{item.name: item for item in moved}}
        hands = {**self.settled.arms, **{item.name: item for item in arms}}
        for _ in range(samples):
            now = state(
                *things.values(),
                arms=tuple(hands.values()),
                contacts=contacts,
                stamp=next(self._stamps),
            )
            verdict = self.judge.update(now)
        return verdict

    def put(
        self, name: str, position: object, quaternion: object = rotation.IDENTITY
    ) -> ObjectState:
        """Return an object at another place."""
        return thing(name, position, quaternion=quaternion, size=self.settled.objects[name].size)


CLOSED = {"aperture": 0.4, "command": 0.0}


def lifted_cube(case: Case, rise: float) -> ObjectState:
    return case.put("cube", case.at("cube") + [0.0, 0.0, rise])


IN_BOWL = (touch("cube", "bowl"),)


def in_bowl(case: Case, offset: tuple[float, float, float] = (0.0, 0.0, 0.026)) -> ObjectState:
    return case.put("cube", case.at("bowl") + np.array(offset))


def lift_once(case: Case) -> None:
    case.show(lifted_cube(case, 0.06), arms=(arm(**CLOSED),), contacts=GRASP, samples=1)
