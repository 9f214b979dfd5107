"""Pictures of a whole episode from one place, drawn again from its record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from eyehand_core.environment import load_environment
from eyehand_core.errors import RecordError
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot, load_robot
from eyehand_core.tasks.library import library_for
from eyehand_core.views import START_VIEW, anchor_of, anchor_point, view_pose
from eyehand_core.xacro_file import expand_xacro
from eyehand_nodekit.jpeg import encode_jpeg
from eyehand_world.render_profile import load_profile
from eyehand_world.renderer import Renderer
from eyehand_world.scene_builder import build_scene
from eyehand_world.snapshot import Snapshot

from eyehand_bench import library
from eyehand_bench.record import topics
from eyehand_bench.record.bag_reader import BagReader
from eyehand_nodekit import stamps

PROFILE = "standard"
"""Render profile of pictures that nobody wants otherwise."""
_JOINTS = "/joint_states"


@dataclass(frozen=True, kw_only=True, eq=False)
class _Sample:
    stamp_ns: int
    objects: Any
    joints: Any


def episode_frames(bag: Path, episode: Mapping[str, Any], most: int) -> Iterator[bytes]:
    """Yield JPEG pictures of an episode from the start view, evenly spaced in world time.

    Args:
        bag: the bag.
        episode: content of ``episode.json``.
        most: most pictures.

    Raises:
        RecordError: the bag does not hold what pictures need.
    """
    robot = load_robot(library.robot_files()[episode["robot"]])
    model = _scene(robot, episode)
    samples, centers = _read(bag)
    arms = tuple(_task_arms(robot, episode))
    shots = (
        Snapshot(model=model, qpos=_qpos(model, sample), stamp_ns=sample.stamp_ns)
        for sample in _spread(samples, most)
    )
    yield from drawn(robot, arms, centers, shots, episode["profile"] or PROFILE)


def drawn(
    robot: Robot,
    arms: tuple[str, ...],
    centers: Mapping[str, Array],
    shots: Iterable[Snapshot],
    profile: str,
) -> Iterator[bytes]:
    """Yield JPEG pictures of a scene from the start view.

    Args:
        robot: whose camera it is.
        arms: in use.
        centers: grip centre of each arm when the episode began [m], shape (3,).
        shots: the scene, in order of time.
        profile: name of a render profile.
    """
    anchor = anchor_of(arms)
    pose = view_pose(START_VIEW, anchor, anchor_point(anchor, centers))
    view = robot.active_camera
    camera = CameraModel(width=view.width, height=view.height, vertical_fov=view.vertical_fov)
    renderer = Renderer(load_profile(library.config_folder(), profile))
    try:
        for shot in shots:
            yield encode_jpeg(renderer.render(shot, camera, pose), view.jpeg_quality)
    finally:
        renderer.close()


def _scene(robot: Robot, episode: Mapping[str, Any]) -> mujoco.MjModel:
    tasks = library_for(library.config_folder(), robot)
    scene = tasks.instantiate(tasks.load(episode["task"]), int(episode["seed"]))
    environment = load_environment(robot.environment)
    return build_scene(expand_xacro(robot.description), robot, environment, scene).model


def _task_arms(robot: Robot, episode: Mapping[str, Any]) -> tuple[str, ...]:
    return library_for(library.config_folder(), robot).load(episode["task"]).arms


def _read(bag: Path) -> tuple[list[_Sample], dict[str, Array]]:
    """Return the samples in order, and the first grip centre of each arm."""
    objects: dict[int, Any] = {}
    joints: dict[int, Any] = {}
    centers: dict[str, Array] = {}
    wanted = (f"/{topics.OBJECTS}", f"/{topics.ARMS}", _JOINTS)
    for item in BagReader(bag).typed_messages(*wanted):
        stamp = stamps.to_nanoseconds(item.message.header.stamp)
        if item.topic == _JOINTS:
            joints[stamp] = item.message
        elif item.topic == f"/{topics.OBJECTS}":
            objects[stamp] = item.message
        elif not centers:
            for arm in item.message.arms:
                point = arm.grip_center
                centers[str(arm.name)] = np.array([point.x, point.y, point.z])
    both = sorted(objects.keys() & joints.keys())
    if not both or not centers:
        raise RecordError(f"{bag} holds no samples of objects and joints at the same time")
    samples = [_Sample(stamp_ns=t, objects=objects[t], joints=joints[t]) for t in both]
    return samples, centers


def _spread(samples: list[_Sample], most: int) -> list[_Sample]:
    places = np.unique(np.linspace(0, len(samples) - 1, min(most, len(samples))).round())
    return [samples[int(place)] for place in places]


def _qpos(model: mujoco.MjModel, sample: _Sample) -> Array:
    """Return the configuration of the scene; fixed objects are part of the model."""
    qpos = model.qpos0.copy()
    for name, position in zip(sample.joints.name, sample.joints.position, strict=True):
        qpos[model.joint(str(name)).qposadr[0]] = position
    free = {model.joint(i).name for i in range(model.njnt)}
    for item in sample.objects.objects:
        if str(item.name) in free:
            start = int(model.joint(str(item.name)).qposadr[0])
            p, q = item.pose.position, item.pose.orientation
            qpos[start : start + 7] = (p.x, p.y, p.z, q.w, q.x, q.y, q.z)
    return np.asarray(qpos, dtype=np.float64)
