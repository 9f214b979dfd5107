"""Real cameras behind the same interface: which one, where it is, how far off the view."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from eyehand_camera.back_ends import movable_camera, nearest_camera  # noqa: F401
from eyehand_camera.back_ends.back_end import BACK_ENDS, BackEndRequest
from eyehand_camera.back_ends.pan_tilt_camera import angles_towards, head_pose
from eyehand_camera.view_offset import ViewOffset
from eyehand_core.cells.cell import Cell
from eyehand_core.cells.cell_camera import Calibration, CellCamera, Mount
from eyehand_core.errors import ConfigError, StackError
from eyehand_core.geometry.camera_model import look_at
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.pose import Pose
from eyehand_core.robot import load_robot
from hypothesis import given
from hypothesis import strategies as st

from eyehand_camera import back_ends  # noqa: F401 - the modules below register themselves

ROBOT = Path(__file__).resolve().parents[3] / "config" / "robots" / "dual_x5.yaml"
LENS = Lens(width=64, height=48, focal=(60.0, 60.0), center=(31.5, 23.5))
TARGET = np.array([0.2, -0.1, 0.8])
EYES = {"left": [-0.5, 0.3, 1.3], "right": [0.7, 0.2, 1.2], "top": [0.2, -0.1, 1.8]}


def camera(name: str, pose: Pose, mount: Mount | None = None) -> CellCamera:
    return CellCamera(
        name=name,
        topic=f"{name}/image/compressed",
        mount=mount or Mount(),
        calibration=Calibration(lens=LENS, pose=pose, lens_residual=0.1, pose_residual=0.1),
        path=Path(f"{name}.yaml"),
    )


def cell_of(*cameras: CellCamera) -> Cell:
    return Cell(
        name="test",
        dictionary="apriltag_36h11",
        corner_deviation=0.2,
        pose_deviation=0.0,
        cameras={item.name: item for item in cameras},
        objects={},
    )


STANDING = [
    camera(name, look_at(eye, TARGET, (0, 1, 0) if name == "top" else (0, 0, 1)))
    for name, eye in EYES.items()
]


class Drivers:
    """Publishes pictures whose bytes name their camera, again and again; moves a crane."""

    def __init__(self, node: Any, names: list[str]) -> None:
        from eyehand_nodekit.image_messages import jpeg_to_message
        from geometry_msgs.msg import PoseStamped
        from sensor_msgs.msg import CompressedImage

        from eyehand_nodekit import qos

        self._message = jpeg_to_message
        self._node = node
        self._images = {
            name: node.create_publisher(CompressedImage, f"{name}/image/compressed", qos.IMAGES)
            for name in names
        }
        self._poses = node.create_publisher(PoseStamped, "crane/pose", qos.EVENTS)
        node.create_subscription(PoseStamped, "crane/target", self._move, qos.LATCHED)
        self.silent = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(5.0)

    def _move(self, target: Any) -> None:
        target.header.stamp = self._node.get_clock().now().to_msg()
        self._poses.publish(target)

    def _run(self) -> None:
        while not self._stop.wait(0.05):
            stamp = self._node.get_clock().now().to_msg()
            for name, publisher in self._images.items():
                if not self.silent:
                    publisher.publish(self._message(name.encode(), stamp, name))


@pytest.fixture
def studio() -> Iterator[tuple[Drivers, Callable[[str, Cell], Any]]]:
    pytest.importorskip("rclpy")
    from eyehand_bench.stack.domain import reserve_domain
    from eyehand_nodekit.spinning_node import SpinningNode

    with reserve_domain() as domain:
        client, world = SpinningNode("camera", domain.number), SpinningNode("driver", domain.number)
        drivers = Drivers(world.node, [*EYES, "wrist", "crane"])
        settings = load_robot(ROBOT).active_camera
        arm = {"right": Pose.of([0.2, -0.3, 1.0])}

        def build(name: str, cell: Cell) -> Any:
            request = BackEndRequest(
                node=client.node, settings=settings, cell=cell, end_poses=lambda: arm
            )
            return BACK_ENDS[name](request)

        yield drivers, build
        drivers.close()
        client.close()
        world.close()


@pytest.mark.ros
def test_the_nearest_camera_gives_the_view(studio: Any) -> None:
    """Each camera for views near it, also one on an arm; pose and lens are its own."""
    drivers, build = studio
    on_arm = Pose.of([0.0, 0.0, 0.1])
    wrist = camera("wrist", on_arm, Mount(arm="right"))
    cell = cell_of(*STANDING, wrist)
    back_end = build("nearest_camera", cell)
    for item in STANDING:
        asked = item.measured.pose.translated([0.03, 0.0, 0.04])
        note = back_end.approach(asked, 5.0)
        assert note == f"camera {item.name!r} is 50 mm and 0.0 degrees off the view"
        picture = back_end.take(asked, 10.0)
        assert picture.jpeg == item.name.encode()
        assert picture.pose is not None
        assert picture.pose.distance_to(item.measured.pose) < 1e-9
        assert picture.lens == LENS
    at_wrist = Pose.of([0.2, -0.3, 1.0]) @ on_arm
    assert back_end.take(at_wrist, 10.0).jpeg == b"wrist"
    drivers.silent = True
    time.sleep(0.3)
    with pytest.raises(StackError, match="wrist/image/compressed"):
        back_end.take(at_wrist, 0.3)


@pytest.mark.ros
def test_a_movable_camera_goes_where_it_is_sent(studio: Any) -> None:
    _, build = studio
    back_end = build(
        "movable_camera", cell_of(camera("crane", Pose.of([0, 0, 1]), Mount(mover="crane")))
    )
    asked = look_at(EYES["left"], TARGET)
    deadline = time.monotonic() + 10.0
    while time.monotonic() < deadline:
        try:
            picture = back_end.take(asked, 2.0)
            break
        except StackError:
            continue  # the driver had not been discovered yet
    assert picture.jpeg == b"crane"
    assert picture.pose is not None
    assert picture.pose.distance_to(asked) < 1e-6


def test_a_cell_without_such_a_camera_is_refused() -> None:
    settings = load_robot(ROBOT).active_camera
    for name, cell in (
        ("movable_camera", cell_of(*STANDING)),
        ("pan_tilt_camera", cell_of(*STANDING)),
        ("nearest_camera", cell_of(camera("crane", Pose.of([0, 0, 1]), Mount(mover="crane")))),
        ("nearest_camera", None),
    ):
        request = BackEndRequest(node=None, settings=settings, cell=cell, end_poses=dict)
        with pytest.raises(ConfigError):
            BACK_ENDS[name](request)


@given(
    x=st.floats(-0.4, 0.4), y=st.floats(-0.3, 0.3), z=st.floats(0.7, 1.0), shift=st.floats(0, 0.05)
)
def test_a_pan_tilt_camera_has_the_point_in_its_middle(
    x: float, y: float, z: float, shift: float
) -> None:
    """Also when the lens is not where the axes meet."""
    pivot = (0.1, -0.8, 1.4)
    zero = look_at(np.array(pivot) + [0.0, shift, shift], TARGET)
    head = camera("head", zero, Mount(controller="head", joints=("pan", "tilt"), pivot=pivot))
    point = np.array([x, y, z])
    pose = head_pose(head, *angles_towards(head, point))
    ray = pose.inverse().transform(point)
    assert ray[2] > 0.0
    assert math.hypot(ray[0], ray[1]) / ray[2] < 1e-6


def test_an_offset_counts_distance_and_turn() -> None:
    pose = Pose.of([0.0, 0.0, 1.0])
    turned = pose.rotated_about(pose.position, [1, 0, 0], math.radians(30.0)).translated(
        [0.3, 0, 0]
    )
    offset = ViewOffset.between(pose, turned)
    assert offset.distance == pytest.approx(0.3)
    assert offset.angle == pytest.approx(math.radians(30.0))
    assert offset.sentence("front") == "camera 'front' is 300 mm and 30.0 degrees off the view"
