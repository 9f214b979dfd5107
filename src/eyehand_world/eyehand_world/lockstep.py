"""The lock-stepped world: time passes only while a goal is active or things come to rest.

Everything in it depends on tick numbers alone, never on the wall clock or on when a message
arrives, so that the same goals at the same ticks give the same states bit for bit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from eyehand_core.errors import WorldError
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from eyehand_core.world_state import WorldState

from eyehand_world.arm_controller import ArmController
from eyehand_world.contacts import ContactRecorder
from eyehand_world.gripper_controller import GripperController
from eyehand_world.mean_velocity import MeanVelocity
from eyehand_world.physics import Physics
from eyehand_world.physics_settings import TICK_NS, TICK_S
from eyehand_world.scene_builder import BuiltScene
from eyehand_world.snapshot import Snapshot

SAMPLE_TICKS = 10
MOTION_SAMPLE_TICKS = 20
"""Ticks between samples once all goals have ended, and while one is active: what is judged is what
comes to rest, and each sample costs the whole stack a millisecond."""

SETTLE_TICKS = (40, 500)
"""Least and most ticks after the last goal: 0.16 s and 2 s."""

JUDGING_TICKS = 15
"""Ticks beyond the time that success has to hold, so that samples 40 ms apart can show it."""

RESET_TICKS = (125, 2000)
"""Least and most ticks of the settling after a reset: 0.5 s and the published 8 s."""

PARTNER_WAIT_S = 1.0
GRIPPER_WAIT_S = 0.5
_PAIR = 2

STILL_JOINT_RAD_S = 0.01
STILL_FINGER_M_S = 0.001
STILL_OBJECT_M_S = 0.001
STILL_OBJECT_RAD_S = 0.02

Controller = ArmController | GripperController


@dataclass(frozen=True, kw_only=True, eq=False)
class WorldSample:
    """One sample of the world, published as joint_states and world/objects.

    Attributes:
        stamp_ns: world time [ns].
        state: objects and contacts; no arms.
        joints: names of all joints of the arms in use, fingers included; an arm that is hidden
            in a one-arm task has no joint states, which tells planners that it is not there.
        positions: [rad or m], shape (n,).
        velocities: [rad/s or m/s], shape (n,); those of fingers are means, see ``MeanVelocity``.
        efforts: [N m or N], shape (n,).
    """

    stamp_ns: int
    state: WorldState
    joints: tuple[str, ...]
    positions: Array
    velocities: Array
    efforts: Array


class LockstepWorld:
    """One scene with its controllers and its time.

    Args:
        built: the scene.
        robot: its robot.
        velocity_limits: by joint [rad/s].
        start_ns: world time of tick 0 [ns]; later than any stamp given before.
        publish: takes every sample.

    Attributes:
        settle_ticks: least and most ticks after the last goal.
        finger_motion: velocities of the fingers of the arms in use.
        physics_seconds: wall time spent on ticks so far, for reports alone [s].
    """

    def __init__(
        self,
        built: BuiltScene,
        robot: Robot,
        velocity_limits: Mapping[str, float],
        *,
        start_ns: int,
        publish: Callable[[WorldSample], None],
    ) -> None:
        self.built = built
        self.physics = Physics(built, robot)
        self.tick = 0
        self._epoch_ns = start_ns
        self._publish = publish
        self._sequence = 0
        self._contacts = ContactRecorder(built.labels)
        self._arms = {}
        self._grippers = {}
        for arm in robot.arms.values():
            part = arm.name in built.scene.arms
            self._arms[arm.name] = ArmController(
                arm, self.physics, velocity_limits, takes_part=part
            )
            self._grippers[arm.name] = GripperController(arm, self.physics, takes_part=part)
        everyone: list[Controller] = [*self._arms.values(), *self._grippers.values()]
        self.controllers: Mapping[str, Controller] = {item.name: item for item in everyone}
        in_use = [arm for arm in robot.arms.values() if arm.name in built.scene.arms]
        self._joints = self.physics.joints([name for arm in in_use for name in arm.joints])
        self._fingers = self.physics.joints(
            [name for arm in in_use for name in self.physics.fingers(arm.gripper).names]
        )
        self._all = self.physics.joints([*self._joints.names, *self._fingers.names])
        self.finger_motion = MeanVelocity(self.physics, self._fingers)
        judged = round(built.scene.hold / TICK_S) + JUDGING_TICKS
        self.settle_ticks = (max(SETTLE_TICKS[0], judged), max(SETTLE_TICKS[1], judged))
        self._idle_ticks = 0
        self._may_wait = False
        self._resumed_tick = 0
        self._busy_until = 0
        self.paused = True
        self.physics_seconds = 0.0

    @property
    def now_ns(self) -> int:
        """World time [ns]."""
        return self._epoch_ns + self.tick * TICK_NS

    @property
    def active(self) -> bool:
        """True while some controller works on a goal."""
        return any(controller.active for controller in self.controllers.values())

    @property
    def partner_wait_s(self) -> float:
        """How long to wait for a goal that belongs to the ones there [s of wall time]; 0: go on.

        Goals with the same future stamp start together, so one alone waits for its partner. A
        gripper goal carries no stamp; in a two-arm task it waits a little for the other gripper's.
        """
        if not self._may_wait or sum(arm in self.built.scene.arms for arm in self._arms) < _PAIR:
            return 0.0
        stamps = [arm.awaited_start_ns for arm in self._arms.values()]
        ahead = [stamp for stamp in stamps if stamp is not None and stamp > self.now_ns]
        if any(ahead.count(stamp) == 1 for stamp in ahead):
            return PARTNER_WAIT_S
        grippers = sum(gripper.active for gripper in self._grippers.values())
        arms = any(arm.active for arm in self._arms.values())
        fresh = self.tick == self._resumed_tick
        return GRIPPER_WAIT_S if fresh and grippers == 1 and not arms else 0.0

    @property
    def next_tick_in(self) -> float | None:
        """Wall time until the next tick is due [s]; None where ticks have no wall time."""
        return None

    @property
    def takes_goals(self) -> bool:
        """False while the world settles: a goal sent then starts at the pause."""
        return self.paused or self.active

    @property
    def at_rest(self) -> bool:
        """True when nothing moves."""
        return self.paused

    def snapshot(self) -> Snapshot:
        """Return what a picture taken now shows."""
        qpos = self.physics.data.qpos.copy()
        return Snapshot(model=self.built.model, qpos=qpos, stamp_ns=self.now_ns)

    def stop_waiting(self) -> None:
        """Go on without a partner until the next goal starts."""
        self._may_wait = False

    def resume(self) -> None:
        """Let time pass again until everything rests; called when a goal has been started."""
        if self.paused:
            self._resumed_tick = self.tick
        self.paused = False
        self._may_wait = True
        self._idle_ticks = 0

    def idle(self, ticks: int) -> None:
        """Let at least so many control ticks pass before the next pause."""
        self.resume()
        self._busy_until = self.tick + ticks

    def advance(self) -> None:
        """Let one control tick pass; publishes samples and pauses when everything rests.

        Raises:
            WorldError: the simulation has diverged.
        """
        was_active = self.active
        self._step()
        self._idle_ticks = 0 if was_active else self._idle_ticks + 1
        self.paused = self.tick >= self._busy_until and self._rested(self.settle_ticks)
        if self.paused or self.tick % (MOTION_SAMPLE_TICKS if was_active else SAMPLE_TICKS) == 0:
            self._sample()

    def settle_after_reset(self) -> None:
        """Let objects come to rest, then publish the first sample of the episode.

        Raises:
            WorldError: something still moves after the longest time allowed.
        """
        self._idle_ticks = 0
        while not self._rested(RESET_TICKS):
            self._step()
            self._idle_ticks += 1
        self._contacts.take()
        self._step()
        if not self._still():
            scene = self.built.scene
            raise WorldError(
                f"task {scene.task!r}, seed {scene.seed}: something still moves "
                f"{RESET_TICKS[1] * TICK_S:g} s after the reset; take another seed"
            )
        self._sample()

    def abort_all(self, reason: str) -> None:
        """Abort all goals; where a controller is left is its own matter."""
        for controller in self.controllers.values():
            controller.abort(reason)

    def shift_time(self, tick: int, now_ns: int) -> None:
        """Set the tick number, with world time going on at ``now_ns``."""
        self.tick = tick
        self._busy_until = tick
        self._epoch_ns = now_ns - tick * TICK_NS
        self._contacts.take()
        self._contacts.record(self.physics.data)
        self.paused = True
        self._sample()

    def _step(self) -> None:
        begin = time.perf_counter()
        now = self.now_ns
        for controller in self.controllers.values():
            controller.command(now)
        self.physics.step_tick()
        self.tick += 1
        self._contacts.record(self.physics.data)
        self.finger_motion.note()
        now = self.now_ns
        for controller in self.controllers.values():
            controller.evaluate(now)
        self.physics_seconds += time.perf_counter() - begin

    def _rested(self, ticks: tuple[int, int]) -> bool:
        least, most = ticks
        if self._idle_ticks < least:
            return False
        return self._idle_ticks >= most or self._still()

    def _still(self) -> bool:
        return (
            _slower(self.physics.velocities(self._joints), STILL_JOINT_RAD_S)
            and _slower(self.finger_motion.velocities(), STILL_FINGER_M_S)
            and self.physics.objects_still(STILL_OBJECT_M_S, STILL_OBJECT_RAD_S)
        )

    def _sample(self) -> None:
        state = WorldState(
            stamp=self.now_ns * 1e-9,
            sequence=self._sequence,
            at_rest=self.at_rest,
            objects=self.physics.object_states(),
            contacts=self._contacts.take(),
        )
        self._sequence += 1
        self._publish(
            WorldSample(
                stamp_ns=self.now_ns,
                state=state,
                joints=self._all.names,
                positions=self.physics.positions(self._all),
                velocities=np.concatenate(
                    [self.physics.velocities(self._joints), self.finger_motion.velocities()]
                ),
                efforts=self.physics.efforts(self._all),
            )
        )


def _slower(velocities: Array, limit: float) -> bool:
    return bool(np.abs(velocities).max(initial=0.0) < limit)
