"""Independent check of timed motions: nothing here is shared with the planner but the kinematics.

It looks at what a controller will do with the points (cubic interpolation), not at the path that
they were made from.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

from eyehand_executor.cartesian_motion import CartesianMotion, Line, Turn
from eyehand_executor.joint_trajectory import JointTrajectory
from eyehand_executor.kinematics import ArmFrames, CollisionPair, Kinematics

_ROUNDING = 1e-9
_RIPPLE = 1.2
"""Share of the acceleration limit that cubic pieces between the points may reach."""


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """What an executed motion must keep.

    Attributes:
        deviation: of the end pose from a line, or of the grip centre from its place [m].
        angle: of the orientation from the commanded ones [rad].
        end_position: of the last end pose from the target [m].
        end_angle: likewise [rad].
        joint_step: largest joint change between two samples [rad].
        samples_per_segment: least number of samples between two points.
    """

    deviation: float = 0.0015
    angle: float = math.radians(1.0)
    end_position: float = 0.0005
    end_angle: float = math.radians(0.25)
    joint_step: float = 0.02
    samples_per_segment: int = 1


@dataclass(frozen=True, kw_only=True, eq=False)
class Motion:
    """A timed motion with what was asked for.

    Attributes:
        trajectory: what would be sent.
        motions: commanded motion by arm.
        start: configuration from which it was planned.
        velocity: joint speed limits, shape (n,).
        acceleration: joint acceleration limits, shape (n,).
    """

    trajectory: JointTrajectory
    motions: Mapping[str, CartesianMotion]
    start: Array
    velocity: Array
    acceleration: Array


def find_faults(kinematics: Kinematics, motion: Motion, bounds: Bounds) -> Iterator[str]:
    """Yield everything wrong with a motion, one sentence each, cheapest checks first."""
    trajectory = motion.trajectory
    values = (trajectory.times, trajectory.positions, trajectory.velocities)
    if not all(np.isfinite(value).all() for value in values):
        yield "a time, position or velocity is not finite"
        return
    if trajectory.times[0] != 0.0 or (np.diff(trajectory.times) <= 0.0).any():
        yield "times do not increase strictly from zero"
        return
    if (trajectory.velocities[[0, -1]] != 0.0).any():
        yield "the motion does not begin and end at rest"
    if (trajectory.positions[0] != motion.start).any():
        yield "the motion does not begin at the measured configuration"
    yield from _limit_faults(kinematics, motion, bounds)
    yield from _space_faults(kinematics, motion, bounds)


def _limit_faults(kinematics: Kinematics, motion: Motion, bounds: Bounds) -> Iterator[str]:
    times = _sample_times(motion.trajectory, bounds)
    positions, velocities, accelerations = motion.trajectory.sample(times)
    lower = np.minimum(kinematics.limits.lower, motion.start)
    upper = np.maximum(kinematics.limits.upper, motion.start)
    excesses = {
        "position": np.maximum(lower - positions, positions - upper),
        "velocity": np.abs(velocities) - motion.velocity,
        "acceleration": np.abs(accelerations) - motion.acceleration * _RIPPLE,
    }
    for quantity, excess in excesses.items():
        row, column = np.unravel_index(int(np.argmax(excess)), excess.shape)
        if excess[row, column] > _ROUNDING:
            yield (
                f"{kinematics.joint_names[int(column)]} exceeds its {quantity} limit "
                f"by {excess[row, column]:.4g} at {times[row]:.3f} s"
            )


def _space_faults(kinematics: Kinematics, motion: Motion, bounds: Bounds) -> Iterator[str]:
    times = _sample_times(motion.trajectory, bounds)
    positions, _, _ = motion.trajectory.sample(times)
    check = kinematics.collision_check(motion.start)
    if isinstance(check, CollisionPair):
        yield f"{check.first} overlaps {check.second} at the start"
        return
    for time, configuration in zip(times, positions, strict=True):
        pair = check(configuration)
        if pair is not None:
            yield f"{pair.first} touches {pair.second} at {time:.3f} s"
            return
    for arm, asked in motion.motions.items():
        frames = [kinematics.frames(configuration, arm) for configuration in positions]
        distances, angles = _deviations(asked, frames)
        worst = int(np.argmax(np.maximum(distances / bounds.deviation, angles / bounds.angle)))
        if distances[worst] > bounds.deviation or angles[worst] > bounds.angle:
            yield (
                f"arm {arm} is {_readable(distances[worst], angles[worst])} "
                f"off the commanded motion at {times[worst]:.3f} s"
            )
        end, target = frames[-1].end_pose, _target(asked)
        distance = float(np.linalg.norm(end.position - target.position))
        angle = float(_angles(end.quaternion[None], target.quaternion)[0])
        if distance > bounds.end_position or angle > bounds.end_angle:
            yield f"arm {arm} ends {_readable(distance, angle)} from the commanded pose"


def _sample_times(trajectory: JointTrajectory, bounds: Bounds) -> Array:
    """Return instants so close that no joint moves more than the step between them."""
    change = np.abs(np.diff(trajectory.positions, axis=0)).max(axis=1)
    counts = np.maximum(bounds.samples_per_segment, np.ceil(change / bounds.joint_step))
    pieces = [
        np.linspace(begin, end, int(count), endpoint=False)
        for begin, end, count in zip(trajectory.times, trajectory.times[1:], counts, strict=False)
    ]
    return np.concatenate([*pieces, trajectory.times[-1:]])


def _deviations(asked: CartesianMotion, frames: Sequence[ArmFrames]) -> tuple[Array, Array]:
    """Return distances [m] and angles [rad], shape (m,), from the commanded motion."""
    quaternions = np.array([item.end_pose.quaternion for item in frames])
    if isinstance(asked, Line):
        moved = np.array([item.end_pose.position for item in frames]) - asked.start.position
        length = float(np.linalg.norm(asked.offset))
        direction = asked.offset / length
        along = np.clip(moved @ direction, 0.0, length)
        off = np.linalg.norm(moved - along[:, None] * direction, axis=1)
        return off, _angles(quaternions, asked.start.quaternion)
    if isinstance(asked, Turn):
        drift = np.array([item.grip_center.position for item in frames]) - asked.pivot
        axis = _turned(asked.start.quaternion[None], asked.axis)
        axes = _turned(quaternions, asked.axis)
        tilt = 2.0 * np.arcsin(np.minimum(1.0, 0.5 * np.linalg.norm(axes - axis, axis=1)))
        return np.linalg.norm(drift, axis=1), tilt
    raise TypeError(f"no deviation is defined for {type(asked).__name__}")


def _target(asked: CartesianMotion) -> Pose:
    if isinstance(asked, Line):
        return Pose(asked.start.position + asked.offset, asked.start.quaternion)
    if isinstance(asked, Turn):
        half = asked.angle / 2
        turn = np.array([math.cos(half), *(math.sin(half) * asked.axis)])
        quaternion = rotation.multiply(asked.start.quaternion, turn)
        lever = rotation.to_matrix(asked.start.quaternion).T @ (asked.start.position - asked.pivot)
        return Pose(asked.pivot + rotation.to_matrix(quaternion) @ lever, quaternion)
    raise TypeError(f"no target is defined for {type(asked).__name__}")


def _angles(quaternions: Array, reference: Array) -> Array:
    """Return the angles [rad], shape (m,), between unit quaternions (m, 4) and one, from chords."""
    chords = np.minimum(
        np.linalg.norm(quaternions - reference, axis=1),
        np.linalg.norm(quaternions + reference, axis=1),
    )
    return 4.0 * np.arcsin(np.minimum(1.0, 0.5 * chords))


def _turned(quaternions: Array, vector: Array) -> Array:
    """Return ``vector``, shape (3,), turned by each quaternion, shape (m, 3)."""
    scalar, imaginary = quaternions[:, :1], quaternions[:, 1:]
    crossed = 2.0 * np.cross(imaginary, vector)
    return vector + scalar * crossed + np.cross(imaginary, crossed)


def _readable(distance: float, angle: float) -> str:
    return f"{distance * 1000:.2f} mm, {math.degrees(angle):.2f} degrees"
