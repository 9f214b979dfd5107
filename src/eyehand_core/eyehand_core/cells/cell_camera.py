"""Cameras of a cell: where they hang, and their calibration as measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from eyehand_core.config_file import ConfigFile, Section
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.lens import NO_DISTORTION, Lens
from eyehand_core.geometry.pose import Pose
from eyehand_core.registry import Registry

_LARGEST_IMAGE = 16384


@dataclass(frozen=True, kw_only=True, eq=False)
class Calibration:
    """What the calibration of one camera measured.

    Attributes:
        lens: intrinsics.
        pose: optical pose in the frame that the camera is mounted on.
        lens_residual: root mean square reprojection error of the intrinsics [pixel].
        pose_residual: same of the pose [pixel].
    """

    lens: Lens
    pose: Pose
    lens_residual: float
    pose_residual: float


@dataclass(frozen=True, kw_only=True)
class Mount:
    """What a camera hangs on.

    Attributes:
        arm: arm whose end pose carries it; empty for a camera that stands in the world.
        controller: trajectory controller of the pan-tilt head that carries it; empty without one.
        joints: pan joint, then tilt joint, of that head.
        pivot: point where the axes of that head meet, in the world [m].
        mover: name space of the driver that moves it to a pose; empty without one.
    """

    arm: str = ""
    controller: str = ""
    joints: tuple[str, ...] = ()
    pivot: tuple[float, ...] = (0.0, 0.0, 0.0)
    mover: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class CellCamera:
    """One camera of a cell.

    Attributes:
        name: in the cell file.
        topic: images, sensor_msgs/CompressedImage.
        mount: what it hangs on.
        calibration: None until it has been calibrated.
        path: file of the calibration.
    """

    name: str
    topic: str
    mount: Mount
    calibration: Calibration | None
    path: Path

    @property
    def stands_still(self) -> bool:
        """True if its pose is known without a driver: it stands in the world or rides on an arm."""
        return not self.mount.controller and not self.mount.mover

    @property
    def measured(self) -> Calibration:
        """The calibration.

        Raises:
            ConfigError: there is none yet.
        """
        if self.calibration is None:
            raise ConfigError(
                f"camera {self.name!r} is not calibrated: {self.path} is missing; "
                "run 'ros2 run eyehand_perception calibrate' first"
            )
        return self.calibration

    def optical_pose(self, end_poses: Mapping[str, Pose]) -> Pose:
        """Return the optical pose in the world; z forward, x right, y down in the picture.

        Args:
            end_poses: end pose in the world, by arm, at the instant of the picture; not used for a
                camera that no arm carries.

        Raises:
            ConfigError: not calibrated, or carried by an arm that is not there.
        """
        pose = self.measured.pose
        if not self.mount.arm:
            return pose
        if self.mount.arm not in end_poses:
            raise ConfigError(
                f"camera {self.name!r} is carried by arm {self.mount.arm!r}, which is not heard; "
                f"there are: {', '.join(end_poses) or 'none'}"
            )
        return end_poses[self.mount.arm] @ pose


MOUNTS: Registry[Callable[[Section], Mount]] = Registry("camera mount")
"""Readers of the section ``mount`` by its ``kind``."""


@MOUNTS.register("fixed")
def _fixed(section: Section) -> Mount:
    return Mount()


@MOUNTS.register("arm")
def _arm(section: Section) -> Mount:
    return Mount(arm=section.text("arm"))


@MOUNTS.register("pan_tilt")
def _pan_tilt(section: Section) -> Mount:
    joints = section.words("joints")
    if len(joints) != 2:
        section.problem("joints", f"expected the pan and the tilt joint, got {list(joints)}")
    return Mount(
        controller=section.text("controller"), joints=joints, pivot=section.vector("pivot", 3)
    )


@MOUNTS.register("movable")
def _movable(section: Section) -> Mount:
    return Mount(mover=section.text("mover"))


def read_cell_camera(name: str, section: Section, folder: Path) -> CellCamera:
    """Read one camera; its calibration is ``<folder>/<name>.yaml`` and may be missing.

    Raises:
        ConfigFileError: the calibration file has problems.
    """
    mount = section.section("mount", optional=True)
    kind = mount.choice("kind", MOUNTS, default="fixed")
    path = folder / f"{name}.yaml"
    camera = CellCamera(
        name=name,
        topic=section.text("image"),
        mount=MOUNTS[kind](mount),
        calibration=load_calibration(path) if path.exists() else None,
        path=path,
    )
    mount.close()
    section.close()
    return camera


def load_calibration(path: Path) -> Calibration:
    """Read a calibration file as ``calibrate`` writes it.

    Raises:
        ConfigFileError: all problems of the file, with lines.
    """
    file = ConfigFile(path)
    root = file.root
    fx, fy = root.vector("focal", 2, minimum=1.0)
    cx, cy = root.vector("center", 2)
    quaternion = root.vector("quaternion", 4, default=(1.0, 0.0, 0.0, 0.0))
    if not any(quaternion):
        root.problem("quaternion", "must not be zero")
        quaternion = (1.0, 0.0, 0.0, 0.0)
    calibration = Calibration(
        lens=Lens(
            width=root.integer("width", 16, _LARGEST_IMAGE),
            height=root.integer("height", 16, _LARGEST_IMAGE),
            focal=(fx, fy),
            center=(cx, cy),
            distortion=root.vector("distortion", 5, default=NO_DISTORTION),
        ),
        pose=Pose.of(root.vector("position", 3), quaternion),
        lens_residual=root.number("lens_residual_px", 0.0),
        pose_residual=root.number("pose_residual_px", 0.0),
    )
    root.close()
    file.finish()
    return calibration


def decimals(values: Iterable[float]) -> str:
    """Return numbers as a YAML list without exponents, which YAML 1.1 reads as words."""
    return f"[{', '.join(f'{float(value):.9f}' for value in values)}]"


def write_calibration(path: Path, calibration: Calibration, *, heading: str) -> None:
    """Write a calibration file with a comment of one line above."""
    lens, pose = calibration.lens, calibration.pose
    rows = {
        "width": lens.width,
        "height": lens.height,
        "focal": decimals(lens.focal),
        "center": decimals(lens.center),
        "distortion": decimals(lens.distortion),
        "position": decimals(pose.position),
        "quaternion": decimals(pose.quaternion),
        "lens_residual_px": f"{calibration.lens_residual:.4f}",
        "pose_residual_px": f"{calibration.pose_residual:.4f}",
    }
    text = "\n".join(f"{key}: {value}" for key, value in rows.items())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# {heading}\n{text}\n", encoding="utf-8")
