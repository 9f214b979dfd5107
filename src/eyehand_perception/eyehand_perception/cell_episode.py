"""One task instance in a physical cell: set up by a person, then followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from eyehand_core.cells.cell import CellObject
from eyehand_core.errors import WorldError
from eyehand_core.robot import Robot
from eyehand_core.scene import Scene
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import WorldState
from eyehand_nodekit.deadline import Deadline

from eyehand_perception.arm_log import ArmSample
from eyehand_perception.dialogue import DONE, GIVE_UP, NO, YES, Dialogue
from eyehand_perception.object_pose import PoseEstimate
from eyehand_perception.perceived_world import PerceivedWorld
from eyehand_perception.placement import (
    Correction,
    PlacementTolerance,
    corrections,
    home_problems,
)
from eyehand_perception.questions import open_terms

_REST_S = 20.0
"""How long the cell may take to come to rest after a person has set it up [s of wall time]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Look:
    """What all cameras saw at one instant.

    Attributes:
        arms: measured arms; their stamp is that of the world state made of it.
        picture_stamp: exposure of the newest picture [ns].
        estimates: measured poses by object of the scene.
    """

    arms: ArmSample
    picture_stamp: int
    estimates: Mapping[str, PoseEstimate]


class CellEpisode:
    """Guides the reset of one task instance and turns looks into world states.

    Args:
        task: the task file.
        scene: drawn layout.
        world: follows the objects.
        robot: robot file.
        dialogue: with the person at the cell.
        tolerance: how exactly the layout has to be met.
    """

    def __init__(
        self,
        task: Task,
        scene: Scene,
        world: PerceivedWorld,
        robot: Robot,
        dialogue: Dialogue,
        tolerance: PlacementTolerance,
    ) -> None:
        self.scene = scene
        self.world = world
        self._task = task
        self._robot = robot
        self._dialogue = dialogue
        self._tolerance = tolerance
        self._verdicts: dict[str, bool] = {}
        self._moved = True
        self._last_stamp = -1

    @property
    def stamp(self) -> int:
        """Stamp of the last world state [ns]; states carry it rounded to a float."""
        return self._last_stamp

    @property
    def cast(self) -> Mapping[str, CellObject]:
        """Physical object by object of the scene."""
        return self.world.cast

    def corrections(self, look: Look) -> tuple[Correction, ...]:
        """Return what a person still has to move."""
        marked = {name: bool(item.markers) for name, item in self.cast.items()}
        return corrections(self.scene, look.estimates, marked, self._tolerance)

    def set_up(self, look: Callable[[float], Look], deadline: Deadline) -> WorldState:
        """Ask the person to set up the scene until it is right; return the state at rest.

        Args:
            look: returns a fresh look within so many seconds, or raises StackError.
            deadline: for everything.

        Raises:
            WorldError: the person gave up, or the cell does not come to rest.
            StackError: no answer or no pictures in time.
        """
        problems: tuple[str, ...] = ()
        while True:
            answer = self._dialogue.ask(
                "placing",
                self._instruction(problems),
                (DONE, GIVE_UP),
                {"task": self._task.id, "seed": self.scene.seed, "problems": list(problems)},
                deadline,
            )
            if answer.answer == GIVE_UP:
                raise WorldError(
                    f"{answer.by} gave up setting up {self._task.id}, seed {self.scene.seed}"
                )
            seen = look(deadline.remaining)
            problems = self._problems(seen)
            if not problems:
                return self._settled(look, deadline)

    def state(self, look: Look, deadline: Deadline) -> WorldState | None:
        """Return the next world state, None if the look is no newer than the last one.

        At each rest after a motion a person is asked about what nothing measures.

        Raises:
            StackError: nobody answered in time.
        """
        if look.arms.stamp <= self._last_stamp:
            return None
        self._last_stamp = look.arms.stamp
        state = self._observe(look)
        if not state.at_rest:
            self._moved = True
        elif self._moved:
            self._moved = False
            self._ask_verdicts(deadline)
            state = replace(state, verdicts=dict(self._verdicts))
        return state

    def _observe(self, look: Look) -> WorldState:
        return self.world.observe(
            look.arms.stamp * 1e-9, look.estimates, look.arms.arms, self._verdicts
        )

    def _settled(self, look: Callable[[float], Look], answering: Deadline) -> WorldState:
        resting = Deadline(_REST_S)
        while not resting.expired:
            seen = look(resting.remaining)
            if seen.arms.stamp <= self._last_stamp:
                continue
            self._last_stamp = seen.arms.stamp
            if self._observe(seen).at_rest:
                self._ask_verdicts(answering)
                self._moved = False
                return self.world.begin(self._verdicts)
        raise WorldError(
            f"the cell does not come to rest within {_REST_S:g} s after it was set up; "
            "do arms or objects move, or do camera pictures jump?"
        )

    def _problems(self, look: Look) -> tuple[str, ...]:
        wrong = [item.sentence(self._tolerance) for item in self.corrections(look)]
        arms = home_problems(self._robot, look.arms.arms, self._task.arms, self._tolerance.joint)
        return (*wrong, *arms)

    def _instruction(self, problems: tuple[str, ...]) -> str:
        if problems:
            return "Not right yet: " + "; ".join(problems) + ". Then answer done."
        players = ", ".join(f"{item.name} as {name}" for name, item in self.cast.items())
        return (
            f"Set up task {self._task.id}, seed {self.scene.seed}: place {players} as the overlay "
            "shows, robot at home, grippers open, hands out. Then answer done."
        )

    def _ask_verdicts(self, deadline: Deadline) -> None:
        for term in open_terms(self._task, self.world.unknown):
            answer = self._dialogue.ask(
                "verdict",
                f"Is this true now? {term}",
                (YES, NO),
                {"task": self._task.id, "seed": self.scene.seed, "term": term},
                deadline,
            )
            self._verdicts[term] = answer.answer == YES
