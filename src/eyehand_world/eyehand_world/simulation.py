"""The simulated world as other threads use it: one thread owns physics and time.

Every access is a job that this thread runs between two ticks, so that nothing needs a lock and a
picture, a goal or a saved state always belongs to one definite tick.
"""

from __future__ import annotations

import queue
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, TypeVar

from eyehand_core.cells.cell import Cell
from eyehand_core.environment import Environment
from eyehand_core.errors import WorldError
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from eyehand_core.scene import Scene
from eyehand_core.world_state import ObjectState

from eyehand_world import saved_state
from eyehand_world.arm_controller import ArmController, TrajectoryFeedback
from eyehand_world.camera_passage import CameraPassage, carry_camera
from eyehand_world.lockstep import LockstepWorld, WorldSample
from eyehand_world.motion import Ending
from eyehand_world.physics_settings import TICK_NS
from eyehand_world.real_time import RealTimeWorld
from eyehand_world.scene_builder import build_scene
from eyehand_world.snapshot import Snapshot

T = TypeVar("T")

ANSWER_S = 10.0
RESET_S = 60.0
_CLOSE_S = 1.0
"""How long a world that is stopped waits for its physics."""
_EMPTY_TASK = "no_task"


class Simulation:
    """Builds scenes, lets time pass in them, and serves goals.

    Args:
        urdf: robot description.
        robot: robot file.
        environment: its surroundings.
        publish: takes every sample, in the simulation's thread.
        on_fault: told once when the simulation has failed; goals are refused until a reset.
        cell: physical cell whose markers the objects show.
        real_time: time passes by the clock instead of in lock step.
    """

    def __init__(
        self,
        urdf: str,
        robot: Robot,
        environment: Environment,
        *,
        publish: Callable[[WorldSample], None],
        on_fault: Callable[[str], None],
        cell: Cell | None = None,
        real_time: bool = False,
    ) -> None:
        self._urdf = urdf
        self._robot = robot
        self._environment = environment
        self._cell = cell
        self._kind = RealTimeWorld if real_time else LockstepWorld
        self._velocity_limits = velocity_limits(urdf)
        self._publish = publish
        self._on_fault = on_fault
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.fault = ""
        self._waiting_since: float | None = None
        self._world = self._build(
            Scene(task=_EMPTY_TASK, seed=0, objects=(), arms=tuple(robot.arms)), 0
        )
        self._thread = threading.Thread(target=self._run, name="physics", daemon=True)
        self._thread.start()

    def reset(self, scene: Scene) -> int:
        """Build a scene and let it settle; return the stamp of its first sample [ns].

        Raises:
            WorldError: it cannot be built or does not come to rest.
        """

        def work() -> int:
            self._world.abort_all("the world was reset")
            # One tick later than all before, so that no stamp is ever given twice.
            self._world = self._build(scene, self._world.now_ns + TICK_NS)
            self.fault = "the last reset failed"
            self._world.settle_after_reset()
            self.fault = ""
            return self._world.now_ns

        return self._call(work, RESET_S)

    def refusal(self, controller: str, goal: Any) -> str | None:
        """Return why a controller would refuse a goal now, None if it is fine.

        While the world settles it first comes to rest: a goal sent then starts at the pause,
        whenever it arrives.
        """

        def work() -> str | None:
            while not self._world.takes_goals:
                self._advance()
            if self.fault:
                return f"the simulation has failed and needs a reset: {self.fault}"
            return self._world.controllers[controller].refusal(goal, self._world.now_ns)

        return self._call(work, ANSWER_S)

    def start(self, controller: str, goal: Any, on_end: Callable[[Ending, Any], None]) -> None:
        """Begin a goal that was not refused; ``on_end`` is called in the simulation's thread."""

        def work() -> None:
            self._world.controllers[controller].start(goal, self._world.now_ns, on_end)
            self._world.resume()

        self._jobs.put(lambda: self._guarded(work))

    def cancel(self, controller: str) -> None:
        """Stop a controller's goal at the next tick."""

        def work() -> None:
            self._world.controllers[controller].cancel()

        self._jobs.put(lambda: self._guarded(work))

    def feedback(self) -> list[tuple[str, TrajectoryFeedback]]:
        """Return running trajectories by controller; only from within ``publish``."""
        world = self._world
        arms = [item for item in world.controllers.values() if isinstance(item, ArmController)]
        running = [(arm.name, arm.feedback(world.now_ns)) for arm in arms]
        return [(name, feedback) for name, feedback in running if feedback is not None]

    def snapshot(self) -> Snapshot:
        """Return what a picture taken now shows."""

        def work() -> Snapshot:
            return self._world.snapshot()  # of the world that is there when its turn comes

        return self._call(work, ANSWER_S)

    def object_states(self) -> Mapping[str, ObjectState]:
        """Return the true states of all objects by name."""

        def work() -> Mapping[str, ObjectState]:
            return self._world.physics.object_states()

        return self._call(work, ANSWER_S)

    def carry_camera(self, target: Array, clearance: float, seconds: float) -> CameraPassage:
        """Let time pass while a camera is carried to a place, unless something is in the way.

        Args:
            target: of the lens in the world [m], shape (3,).
            clearance: least distance to everything solid [m].
            seconds: world time of the travel [s].
        """
        return self._call(lambda: carry_camera(self._world, target, clearance, seconds), ANSWER_S)

    def save(self) -> bytes:
        """Return the exact state of the paused world.

        Raises:
            WorldError: time is passing.
        """
        return self._call(lambda: saved_state.save(self._world), ANSWER_S)

    def restore(self, saved: bytes) -> None:
        """Put the world back into a state saved in the same scene.

        Raises:
            WorldError: the bytes are no state of this scene and simulator.
        """

        def work() -> None:
            saved_state.restore(self._world, saved, self._world.now_ns + TICK_NS)
            self.fault = ""

        self._call(work, ANSWER_S)

    @property
    def physics_seconds(self) -> float:
        """Wall time spent on ticks of the current scene [s]."""
        return self._world.physics_seconds

    def close(self) -> None:
        """Abort all goals and end the thread."""
        self._jobs.put(None)
        self._thread.join(_CLOSE_S)

    def _build(self, scene: Scene, start_ns: int) -> LockstepWorld:
        built = build_scene(self._urdf, self._robot, self._environment, scene, self._cell)
        return self._kind(
            built, self._robot, self._velocity_limits, start_ns=start_ns, publish=self._publish
        )

    def _call(self, work: Callable[[], T], seconds: float) -> T:
        answer: Future[T] = Future()

        def job() -> None:
            try:
                answer.set_result(work())
            except Exception as error:  # noqa: BLE001 - handed to the thread that asked
                answer.set_exception(error)

        self._jobs.put(job)
        try:
            return answer.result(timeout=seconds)
        except FutureTimeout as error:
            raise WorldError(f"the simulation did not answer within {seconds:g} s") from error

    def _run(self) -> None:
        while True:
            try:
                job = self._jobs.get(block=True, timeout=self._patience())
            except queue.Empty:
                self._advance()
                continue
            if job is None:
                self._world.abort_all("the world was shut down")
                return
            job()

    def _patience(self) -> float | None:
        """Return how long to wait for a job before the next tick [s]; None: as long as it takes."""
        if (due := self._world.next_tick_in) is not None:
            return due
        if self._world.paused:
            self._waiting_since = None
            return None
        wait = self._world.partner_wait_s
        if wait == 0.0:
            self._waiting_since = None
            return 0.0
        now = time.monotonic()
        if self._waiting_since is None:
            self._waiting_since = now
        left = self._waiting_since + wait - now
        if left <= 0.0:
            self._world.stop_waiting()
        return max(left, 0.0)

    def _advance(self) -> None:
        self._guarded(self._world.advance)

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do something to the world; if that fails, stop it and tell: nobody else waits for it."""
        try:
            work()
        except Exception as error:  # noqa: BLE001 - a thread that dies in silence helps nobody
            known = isinstance(error, WorldError)
            self.fault = str(error) if known else f"unexpected {type(error).__name__}: {error}"
            self._world.abort_all(self.fault)
            self._world.paused = True
            self._on_fault(self.fault)


def velocity_limits(urdf: str) -> dict[str, float]:
    """Return the velocity limits of a URDF by joint [rad/s or m/s]."""
    limits = {}
    for joint in ET.fromstring(urdf).findall("joint"):
        limit = joint.find("limit")
        if limit is not None:
            limits[joint.get("name", "")] = float(limit.get("velocity", "0"))
    return limits
