"""The world file: physics, light, floor, the fixed surroundings and the movable camera."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
from eyehand_core.environment import Environment, Obstacle
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.pose import Pose
from eyehand_core.scene import Part

from eyehand_gazebo import contact_settings as settings
from eyehand_gazebo.sdf_elements import add, add_pose, add_shapes, document, text
from eyehand_gazebo.simulators import Simulator

WORLD = "eyehand"
FLOOR = "floor"
CAMERA = "active_camera"
LINK = "link"

_FLOOR_COLOR = (0.62, 0.60, 0.57)
_PARKED = Pose.of([0.0, -1.0, 1.8])
_CAMERA_RATE_HZ = 10.0

_BODY_TO_OPTICAL = Pose.of([0.0, 0.0, 0.0], [0.5, -0.5, 0.5, -0.5])
"""SDF cameras look along their x axis with z up; optical frames look along z with y down."""


def camera_pose(optical_pose: Pose) -> Pose:
    """Return where the camera's model must be for a wanted pose of its optical frame."""
    return optical_pose @ _BODY_TO_OPTICAL.inverse()


def world_sdf(environment: Environment, camera: CameraModel, simulator: Simulator) -> str:
    """Return the world file for one simulator, without robot and objects."""
    root = document()
    world = add(root, "world", name=WORLD)
    for plugin in simulator.world_plugins:
        world.append(ET.fromstring(plugin))
    _add_physics(world)
    _add_light(world)
    floor = Part(kind="box", size=(10.0, 10.0, 0.1), position=(0, 0, -0.05), color=_FLOOR_COLOR)
    _add_fixed(world, FLOOR, floor)
    for obstacle in environment.obstacles:
        _add_obstacle(world, obstacle)
    _add_camera(world, camera, simulator)
    return text(root)


def _add_physics(world: ET.Element) -> None:
    add(world, "gravity", [0.0, 0.0, -9.81])
    physics = add(world, "physics", name="ode", type="ode", default="true")
    add(physics, "max_step_size", settings.STEP_S)
    add(physics, "real_time_factor", 1.0)
    add(physics, "real_time_update_rate", 1.0 / settings.STEP_S)
    ode = add(physics, "ode")
    solver = add(ode, "solver")
    add(solver, "type", "quick")
    add(solver, "iters", settings.SOLVER_ITERATIONS)
    add(solver, "sor", 1.3)
    constraints = add(ode, "constraints")
    add(constraints, "cfm", 0.0)
    add(constraints, "erp", 0.2)
    add(constraints, "contact_max_correcting_vel", settings.CORRECTING_SPEED_M_S)
    add(constraints, "contact_surface_layer", settings.SURFACE_LAYER_M)


def _add_light(world: ET.Element) -> None:
    scene = add(world, "scene")
    add(scene, "ambient", [0.45, 0.45, 0.45, 1.0])
    add(scene, "background", [0.86, 0.87, 0.88, 1.0])
    add(scene, "shadows", True)
    for name, direction, strength, shadows in (
        ("key", (0.25, 0.35, -1.0), 0.55, True),
        ("fill", (-0.4, 0.3, -0.8), 0.2, False),
    ):
        light = add(world, "light", name=name, type="directional")
        add(light, "cast_shadows", shadows)
        add_pose(light, Pose.of([0.0, 0.0, 4.0]))
        add(light, "diffuse", [strength, strength, strength, 1.0])
        add(light, "specular", [0.1, 0.1, 0.1, 1.0])
        add(light, "direction", direction)


def _add_obstacle(world: ET.Element, obstacle: Obstacle) -> None:
    part = Part(kind="box", size=obstacle.size, position=obstacle.center, color=obstacle.color)
    _add_fixed(world, obstacle.name, part)


def _add_fixed(world: ET.Element, name: str, part: Part) -> None:
    model = add(world, "model", name=name)
    add(model, "static", True)
    add_shapes(add(model, "link", name=LINK), name, part, settings.SURROUNDINGS_FRICTION)


def _add_camera(world: ET.Element, camera: CameraModel, simulator: Simulator) -> None:
    model = add(world, "model", name=CAMERA)
    add(model, "static", not simulator.camera_floats)
    add_pose(model, camera_pose(_PARKED))
    link = add(model, "link", name=LINK)
    if simulator.camera_floats:
        add(link, "gravity", False)
        add(add(link, "inertial"), "mass", 0.1)
    sensor = add(link, "sensor", name=CAMERA, type="camera")
    add(sensor, "always_on", bool(simulator.camera_plugins))  # else while somebody listens
    add(sensor, "update_rate", _CAMERA_RATE_HZ)
    if simulator.camera_topic:
        add(sensor, "topic", simulator.camera_topic)
    lens = add(sensor, "camera")
    horizontal = 2.0 * np.arctan(np.tan(camera.vertical_fov / 2) * camera.width / camera.height)
    add(lens, "horizontal_fov", float(horizontal))
    image = add(lens, "image")
    add(image, "width", camera.width)
    add(image, "height", camera.height)
    add(image, "format", "R8G8B8")
    clip = add(lens, "clip")
    add(clip, "near", 0.02)
    add(clip, "far", 20.0)
    for plugin in simulator.camera_plugins:
        sensor.append(ET.fromstring(plugin))
