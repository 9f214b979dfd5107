"""Builds the MuJoCo model of one task instance: robot, surroundings, objects, lights."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
from eyehand_core.cells.cell import Cell
from eyehand_core.environment import Environment, Obstacle
from eyehand_core.errors import WorldError
from eyehand_core.part_mass import part_volume
from eyehand_core.robot import Robot
from eyehand_core.scene import Part, Scene, SceneObject

from eyehand_world import physics_settings as settings
from eyehand_world.appearance import add_appearance
from eyehand_world.marker_plates import add_marker_plates
from eyehand_world.robot_spec import VISUAL_GROUP, hide_arm, load_robot_spec

FLOOR = "floor"
_GEOM_TYPES = {
    "box": mujoco.mjtGeom.mjGEOM_BOX,
    "cylinder": mujoco.mjtGeom.mjGEOM_CYLINDER,
    "sphere": mujoco.mjtGeom.mjGEOM_SPHERE,
    "capsule": mujoco.mjtGeom.mjGEOM_CAPSULE,
}


@dataclass(frozen=True, kw_only=True, eq=False)
class BuiltScene:
    """A compiled scene.

    Attributes:
        scene: what was built.
        model: compiled model.
        labels: per geom id, the body name used in contacts.
    """

    scene: Scene
    model: mujoco.MjModel
    labels: tuple[str, ...]


def build_scene(
    urdf: str, robot: Robot, environment: Environment, scene: Scene, cell: Cell | None = None
) -> BuiltScene:
    """Return the compiled scene.

    Args:
        urdf: robot description.
        robot: robot file.
        environment: its surroundings.
        scene: objects and arms in use.
        cell: physical cell whose markers the objects carry; they are seen and change nothing else.

    Raises:
        ConfigError: the cell has no object that plays one of the scene's.
        WorldError: the parts do not make a valid model.
    """
    spec = load_robot_spec(urdf, robot)
    settings.apply(spec)
    for name, arm in robot.arms.items():
        if name not in scene.arms:
            hide_arm(spec, arm)
    add_appearance(spec, FLOOR)
    try:
        for obstacle in environment.obstacles:
            _add_obstacle(spec, obstacle)
        for item in scene.objects:
            _add_object(spec, item)
        if cell is not None:
            add_marker_plates(spec, scene, cell)
        model = spec.compile()
    except ValueError as error:
        raise WorldError(f"scene of task {scene.task!r} cannot be built: {error}") from error
    return BuiltScene(scene=scene, model=model, labels=_contact_labels(model, robot, scene))


def _add_obstacle(spec: mujoco.MjSpec, obstacle: Obstacle) -> None:
    spec.worldbody.add_geom(
        name=obstacle.name,
        type=mujoco.mjtGeom.mjGEOM_BOX,
        size=[edge / 2 for edge in obstacle.size],
        pos=list(obstacle.center),
        rgba=[*obstacle.color, 1.0],
        friction=list(settings.CONTACT_FRICTION),
        solref=list(settings.CONTACT_SOLREF),
        condim=settings.CONTACT_DIMENSIONS,
    )


def _add_object(spec: mujoco.MjSpec, item: SceneObject) -> None:
    body = spec.worldbody.add_body(
        name=item.name, pos=list(item.position), quat=list(item.quaternion)
    )
    if not item.fixed:
        body.add_freejoint(name=item.name)
    volume = sum(part_volume(part) for part in item.parts if part.collides)
    for part in item.parts:
        share = part_volume(part) / volume if part.collides else 0.0
        _add_part(body, part, item.mass * share, item.friction)


def _add_part(body: mujoco.MjsBody, part: Part, mass: float, friction: float) -> None:
    flat = part.kind == "box"
    body.add_geom(
        type=_GEOM_TYPES[part.kind],
        size=_half_sizes(part),
        pos=list(part.position),
        quat=list(part.quaternion),
        rgba=[*part.color, 1.0],
        mass=mass,
        contype=int(part.collides),
        conaffinity=int(part.collides),
        group=0 if part.collides else VISUAL_GROUP,
        condim=settings.CONTACT_DIMENSIONS if flat else settings.ROUND_CONTACT_DIMENSIONS,
        friction=[friction, *settings.CONTACT_FRICTION[1:]],
        solref=list(settings.CONTACT_SOLREF),
    )


def _half_sizes(part: Part) -> list[float]:
    """Return MuJoCo's size: half edge lengths, or radius and half length."""
    if part.kind == "box":
        return [edge / 2 for edge in part.size]
    radius, *length = part.size
    return [radius, *(value / 2 for value in length), 0.0, 0.0][:3]


def _contact_labels(model: mujoco.MjModel, robot: Robot, scene: Scene) -> tuple[str, ...]:
    objects = {item.name for item in scene.objects}
    labels = []
    for geom in range(model.ngeom):
        body = int(model.geom_bodyid[geom])
        name = model.geom(geom).name if body == 0 else model.body(body).name
        labels.append(name if body == 0 or name in objects else _link_label(name, robot))
    return tuple(labels)


def _link_label(body: str, robot: Robot) -> str:
    for arm in robot.arms:
        if body.startswith(f"{arm}_"):
            return f"{arm}/{body.removeprefix(f'{arm}_')}"
    return body
