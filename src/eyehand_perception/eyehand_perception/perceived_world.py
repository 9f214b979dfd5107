"""World states of a physical cell, from measured object poses and measured arms."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from eyehand_core.cells.cell import Cell, CellObject
from eyehand_core.geometry.pose import Pose
from eyehand_core.scene import Scene, SceneObject
from eyehand_core.world_state import STAMP_TOLERANCE, ArmState, Contact, ObjectState, WorldState

from eyehand_perception.object_pose import PoseEstimate
from eyehand_perception.proximity import Proximity
from eyehand_perception.speeds import mean_speeds

MEASURED, CARRIED, REMEMBERED, PLACED = "measured", "carried", "remembered", "placed"
"""Where a pose comes from: markers now, the hand that holds it, markers before, or a person."""


@dataclass(frozen=True, kw_only=True)
class PerceptionSettings:
    """Numbers of a perceived world.

    Attributes:
        window: time over which speeds are measured [s]; shorter ones are mostly noise.
        still_joint: joint speed that counts as still [rad/s].
        moved_joint: joint change since the sample before that counts as a motion [rad].
        moved_aperture: likewise of a gripper's opening, of 1.
        still_object: speed of an object that counts as still [m/s].
        still_turn: turning speed of an object that counts as still [rad/s].
        placing_deviation: standard deviation of a pose that a person placed by the overlay [m].
        placing_angle_deviation: likewise [rad].
        trust: an object that is not seen is known as long as its deviation stays below this [m].
        drift: deviation that one second out of sight adds in a hand [m].
        lost_deviation: standard deviation of an object that a hand let go out of sight [m].
    """

    window: float = 0.2
    still_joint: float = 0.01
    moved_joint: float = 0.002
    moved_aperture: float = 0.02
    still_object: float = 0.005
    still_turn: float = 0.1
    placing_deviation: float = 0.005
    placing_angle_deviation: float = math.radians(3.0)
    trust: float = 0.01
    drift: float = 0.0005
    lost_deviation: float = 0.1


@dataclass(frozen=True, kw_only=True, eq=False)
class Track:
    """What is known of one object.

    Attributes:
        pose: in the world.
        position_deviation: standard deviation [m].
        angle_deviation: standard deviation [rad].
        source: MEASURED, CARRIED, REMEMBERED or PLACED.
        seen: world time of the last measurement [s]; of the placing before the first.
        estimate: last measurement; None before the first.
        hand: arm whose fingers held it when it was last seen; empty if none.
        grasp: its pose in that arm's end pose.
    """

    pose: Pose
    position_deviation: float
    angle_deviation: float
    source: str
    seen: float
    estimate: PoseEstimate | None = None
    hand: str = ""
    grasp: Pose | None = None


@dataclass(eq=False)
class _Memory:
    track: Track
    history: deque[tuple[float, Pose]] = field(default_factory=deque)


class PerceivedWorld:
    """Follows the objects of one scene.

    Args:
        cell: the cell.
        scene: drawn layout; objects without markers are taken to be where it says.
        proximity: tells contacts.
        settings: numbers.
        now: world time [s].

    Raises:
        ConfigError: the cell has no object that plays one of the scene's.
    """

    def __init__(
        self,
        cell: Cell,
        scene: Scene,
        proximity: Proximity,
        settings: PerceptionSettings,
        now: float,
    ) -> None:
        self.cast: Mapping[str, CellObject] = cell.cast(scene)
        self._cell = cell
        self._scene: Mapping[str, SceneObject] = {item.name: item for item in scene.objects}
        self._proximity = proximity
        self._settings = settings
        self._hold = scene.hold
        self._sequence = 0
        self._last: WorldState | None = None
        self._still_since: float | None = None
        self._memory = {
            item.name: _Memory(
                track=Track(
                    pose=item.pose,
                    position_deviation=settings.placing_deviation,
                    angle_deviation=settings.placing_angle_deviation,
                    source=PLACED,
                    seen=now,
                )
            )
            for item in scene.objects
        }

    @property
    def tracks(self) -> Mapping[str, Track]:
        """What is known of each object."""
        return {name: memory.track for name, memory in self._memory.items()}

    @property
    def unknown(self) -> tuple[str, ...]:
        """Objects that nothing tells about: unmarked ones, and those out of sight for too long."""
        return tuple(
            name
            for name, track in self.tracks.items()
            if not self.cast[name].markers or track.position_deviation > self._settings.trust
        )

    def observe(
        self,
        stamp: float,
        estimates: Mapping[str, PoseEstimate],
        arms: Mapping[str, ArmState],
        verdicts: Mapping[str, bool],
    ) -> WorldState:
        """Take in what the cameras saw at one instant and return the state of the world then.

        Args:
            stamp: world time [s]; not before that of the call before.
            estimates: measured poses by object; objects out of sight are missing.
            arms: measured arms at that time.
            verdicts: what a person last said about terms.
        """
        for name, memory in self._memory.items():
            memory.track = self._followed(name, memory.track, stamp, estimates.get(name), arms)
            memory.history.append((stamp, memory.track.pose))
            self._forget(memory.history, stamp)
        contacts = self._proximity.contacts(
            {name: memory.track.pose for name, memory in self._memory.items()}, arms
        )
        self._note_hands(contacts, arms)
        objects = {name: self._state(name, memory) for name, memory in self._memory.items()}
        state = WorldState(
            stamp=stamp,
            sequence=self._sequence,
            at_rest=self._rests(objects, arms, stamp),
            objects=objects,
            contacts=tuple(contacts),
            arms=arms,
            verdicts=dict(verdicts),
        )
        self._sequence += 1
        self._last = state
        return state

    def begin(self, verdicts: Mapping[str, bool]) -> WorldState:
        """Return the state observed last as the first sample of an episode; counting starts there.

        Args:
            verdicts: what a person said about terms.
        """
        assert self._last is not None, "observe the world first"
        self._last = replace(self._last, sequence=0, verdicts=dict(verdicts))
        self._sequence = 1
        return self._last

    def _followed(
        self,
        name: str,
        track: Track,
        stamp: float,
        estimate: PoseEstimate | None,
        arms: Mapping[str, ArmState],
    ) -> Track:
        if estimate is not None:
            return Track(
                pose=estimate.pose,
                position_deviation=math.hypot(
                    estimate.position_deviation, self._cell.pose_deviation
                ),
                angle_deviation=estimate.angle_deviation,
                source=MEASURED,
                seen=stamp,
                estimate=estimate,
            )
        arm = arms.get(track.hand)
        if track.grasp is None or arm is None:
            source = REMEMBERED if track.estimate is not None else PLACED
            return replace(track, source=source)
        if arm.told_to_open:
            lost = self._settings.lost_deviation
            return replace(track, source=REMEMBERED, position_deviation=lost, hand="", grasp=None)
        drifted = self._settings.drift * (stamp - track.seen)
        return replace(
            track,
            source=CARRIED,
            pose=arm.end_pose @ track.grasp,
            position_deviation=max(track.position_deviation, drifted),
        )

    def _note_hands(self, contacts: list[Contact], arms: Mapping[str, ArmState]) -> None:
        """Remember which closed gripper touches which object, to follow it out of sight."""
        for name, memory in self._memory.items():
            if memory.track.source != MEASURED or self._scene[name].fixed:
                continue
            partners = {c.other(name) for c in contacts if c.involves(name)}
            holding = [
                arm
                for arm in arms.values()
                if arm.told_to_close and any(p.startswith(f"{arm.name}/") for p in partners)
            ]
            if holding:
                grasp = holding[0].end_pose.inverse() @ memory.track.pose
                memory.track = replace(memory.track, hand=holding[0].name, grasp=grasp)

    def _forget(self, history: deque[tuple[float, Pose]], stamp: float) -> None:
        """Keep one entry that is older than the window, to measure speeds from."""
        while len(history) > 1 and stamp - history[1][0] >= self._settings.window:
            history.popleft()

    def _state(self, name: str, memory: _Memory) -> ObjectState:
        item, track = self._scene[name], memory.track
        linear, angular = mean_speeds(memory.history)
        return ObjectState(
            name=name,
            pose=track.pose,
            linear_velocity=linear,
            angular_velocity=angular,
            size=np.array(item.size),
            fixed=item.fixed,
            position_deviation=track.position_deviation,
            angle_deviation=track.angle_deviation,
        )

    def _rests(
        self, objects: Mapping[str, ObjectState], arms: Mapping[str, ArmState], stamp: float
    ) -> bool:
        """Tell whether all has been still for the window, and for the hold time and a sample more.

        The referee stops judging at rest, and a success has to hold for a while before that.
        """
        settings = self._settings
        arms_still = all(
            arm.fingers_at_rest
            and float(np.abs(arm.joint_velocities).max(initial=0.0)) < settings.still_joint
            for arm in arms.values()
        )
        objects_still = all(
            float(np.linalg.norm(item.linear_velocity)) < settings.still_object
            and float(np.linalg.norm(item.angular_velocity)) < settings.still_turn
            for item in objects.values()
        )
        if not (arms_still and objects_still) or self._arms_have_moved(arms):
            self._still_since = None
            return False
        self._still_since = stamp if self._still_since is None else self._still_since
        since_last = 0.0 if self._last is None else stamp - self._last.stamp
        rest = max(settings.window, self._hold + since_last)
        return stamp - self._still_since >= rest - STAMP_TOLERANCE

    def _arms_have_moved(self, arms: Mapping[str, ArmState]) -> bool:
        """Tell whether an arm stands elsewhere than at the sample before, however still it is."""
        before = {} if self._last is None else self._last.arms
        return any(
            name not in before
            or float(np.abs(arm.joint_positions - before[name].joint_positions).max(initial=0.0))
            > self._settings.moved_joint
            or abs(arm.aperture - before[name].aperture) > self._settings.moved_aperture
            for name, arm in arms.items()
        )
