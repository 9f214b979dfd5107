"""Robot files: everything the nodes know about a robot besides its URDF."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from eyehand_core.config_file import ConfigFile, Section


@dataclass(frozen=True, kw_only=True)
class Box:
    """Axis-aligned box in the world frame [m]."""

    lower: tuple[float, ...]
    upper: tuple[float, ...]

    def contains(self, point: object) -> bool:
        """Tell whether ``point`` (shape (3,), [m]) lies inside or on the box."""
        values = [float(value) for value in point]  # type: ignore[attr-defined]
        return all(lo <= v <= hi for lo, v, hi in zip(self.lower, values, self.upper, strict=True))


@dataclass(frozen=True, kw_only=True)
class Gripper:
    """Parallel gripper driven by one joint.

    Attributes:
        joint: driven finger joint; the other finger mimics it.
        closed: joint position when shut [m].
        open: joint position when fully open [m].
        finger_links: links whose contacts count as finger contact; they begin with "<arm>_".
        max_effort: gripping force limit [N].
    """

    joint: str
    closed: float
    open: float
    finger_links: tuple[str, ...]
    max_effort: float

    def aperture(self, position: float) -> float:
        """Return the opening as a fraction of the stroke for a joint position [m]."""
        return (position - self.closed) / (self.open - self.closed)

    def position(self, aperture: float) -> float:
        """Return the joint position [m] for an opening of 0 (closed) to 1 (open)."""
        return self.closed + aperture * (self.open - self.closed)


@dataclass(frozen=True, kw_only=True)
class Arm:
    """One arm: its joints, frames and controllers. Frames are URDF link names."""

    name: str
    joints: tuple[str, ...]
    base_frame: str
    end_pose_frame: str
    grip_center_frame: str
    tcp_frame: str
    home: tuple[float, ...]
    arm_controller: str
    gripper_controller: str
    gripper: Gripper


@dataclass(frozen=True, kw_only=True)
class ActiveCamera:
    """Pinhole camera with square pixels that the stack moves.

    Attributes:
        width: image width [pixel].
        height: image height [pixel].
        vertical_fov: [rad].
        jpeg_quality: 1 to 100.
        box: positions that the camera may take.
    """

    width: int
    height: int
    vertical_fov: float
    jpeg_quality: int
    box: Box


@dataclass(frozen=True, kw_only=True)
class Robot:
    """A robot file.

    Attributes:
        description: path of the xacro file.
        environment: path of the environment file.
        arms: by name, in file order.
        acceleration: limit per joint [rad/s^2].
        velocity_scale: share of the URDF velocity limits that motions use.
        effort_scale: share of the URDF effort limits above which a motion is stopped.
        workspace: box for end pose and grip centre.
    """

    name: str
    description: Path
    environment: Path
    root_frame: str
    arms: Mapping[str, Arm]
    acceleration: float
    velocity_scale: float
    workspace: Box
    active_camera: ActiveCamera
    effort_scale: float = 1.0


def load_robot(path: Path) -> Robot:
    """Read a robot file; ``urdf/`` and ``config/`` are found beside its folder.

    Raises:
        ConfigFileError: all problems of the file, with lines.
    """
    file = ConfigFile(path)
    root = file.root
    share = path.resolve().parents[2]
    arms_section = root.section("arms")
    arms = {name: _read_arm(name, arms_section.section(name)) for name in arms_section.names}
    limits = root.section("limits")
    description = share / "urdf" / root.text("description")
    environment = share / "config" / "environments" / f"{root.text('environment')}.yaml"
    for key, target in (("description", description), ("environment", environment)):
        if not target.is_file():
            root.problem(key, f"no such file: {target}")
    robot = Robot(
        name=root.text("name"),
        description=description,
        environment=environment,
        root_frame=root.text("root_frame"),
        arms=arms,
        acceleration=limits.number("acceleration", 0.01, 100.0),
        velocity_scale=limits.number("velocity_scale", 0.01, 1.0),
        effort_scale=limits.number("effort_scale", 0.01, 1.0, default=1.0),
        workspace=_read_box(limits.section("workspace")),
        active_camera=_read_camera(root.section("active_camera")),
    )
    limits.close()
    root.close()
    file.finish()
    return robot


def _read_arm(name: str, section: Section) -> Arm:
    gripper = section.section("gripper")
    joints = section.words("joints")
    arm = Arm(
        name=name,
        joints=joints,
        base_frame=section.text("base_frame"),
        end_pose_frame=section.text("end_pose_frame"),
        grip_center_frame=section.text("grip_center_frame"),
        tcp_frame=section.text("tcp_frame"),
        home=section.vector("home", len(joints)),
        arm_controller=section.text("arm_controller"),
        gripper_controller=section.text("gripper_controller"),
        gripper=Gripper(
            joint=gripper.text("joint"),
            closed=gripper.number("closed"),
            open=gripper.number("open"),
            finger_links=gripper.words("finger_links"),
            max_effort=gripper.number("max_effort", 0.1, 500.0),
        ),
    )
    for link in arm.gripper.finger_links:
        if not link.startswith(f"{name}_"):
            gripper.problem(
                "finger_links", f"{link!r} must begin with {name}_, as contacts name it"
            )
    gripper.close()
    section.close()
    return arm


def _read_box(section: Section) -> Box:
    box = Box(lower=section.vector("lower", 3), upper=section.vector("upper", 3))
    if any(lo >= hi for lo, hi in zip(box.lower, box.upper, strict=True)):
        section.problem("upper", f"must be above lower {list(box.lower)} on every axis")
    section.close()
    return box


def _read_camera(section: Section) -> ActiveCamera:
    camera = ActiveCamera(
        width=section.integer("width", 16, 4096),
        height=section.integer("height", 16, 4096),
        vertical_fov=math.radians(section.number("vertical_fov_deg", 5.0, 120.0)),
        jpeg_quality=section.integer("jpeg_quality", 1, 100, default=95),
        box=_read_box(section.section("box")),
    )
    section.close()
    return camera
