"""Pictures of the world, made in one dedicated thread.

An EGL context belongs to the thread that made it, so one thread creates and uses all of them and
others hand it requests. A picture depends on joint and object positions alone and is drawn from
own copies of model and data: looking never changes what happens.
"""

from __future__ import annotations

import copy
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from eyehand_core.errors import WorldError
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.pose import Pose
from numpy.typing import NDArray

from eyehand_world.appearance import FAR_M, VIEW_CAMERA
from eyehand_world.engine_warnings import log_warnings
from eyehand_world.gl_backend import GL_MISSING, draws_in_software
from eyehand_world.render_profile import RenderProfile
from eyehand_world.snapshot import Snapshot

log_warnings()

RENDER_TIMEOUT_S = 30.0
_CLOSE_S = 1.0
"""How long a world that is stopped waits for the picture that is being drawn."""
_LONE_GROUP = 5
"""Geometry group that nothing else is in."""
_NOTHING_M = 0.99 * FAR_M
"""Depths beyond are those of the far clipping plane, where nothing has been drawn."""
_OPTICAL_TO_MUJOCO = np.diag([1.0, -1.0, -1.0])
"""Optical frame: z forward, y down. MuJoCo's camera: looks along -z, y up."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Request:
    snapshot: Snapshot
    camera: CameraModel
    optical_pose: Pose
    draw: Callable[[_Stage], NDArray[Any]]
    answer: Future[NDArray[Any]]


class Renderer:
    """Draws snapshots; may be called from any thread.

    Args:
        profile: render profile of all pictures.
    """

    def __init__(self, profile: RenderProfile) -> None:
        self._profile = profile
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._driver = ""
        self._thread = threading.Thread(target=self._run, name="gl", daemon=True)
        self._thread.start()

    @property
    def driver(self) -> str:
        """The GL driver's name for itself; empty before the first picture."""
        return self._driver

    @property
    def software(self) -> bool:
        """True when pictures are made by the CPU."""
        return draws_in_software(self._driver)

    def render(
        self, snapshot: Snapshot, camera: CameraModel, optical_pose: Pose
    ) -> NDArray[np.uint8]:
        """Return a picture, shape (height, width, 3), red green blue.

        Raises:
            WorldError: the machine cannot draw, or not in time.
        """
        return self._ask(snapshot, camera, optical_pose, lambda stage: stage.picture())

    def depth(
        self,
        snapshot: Snapshot,
        camera: CameraModel,
        optical_pose: Pose,
        only: frozenset[int] = frozenset(),
    ) -> NDArray[np.float32]:
        """Return depths along the viewing direction [m], shape (height, width).

        Infinite where nothing is.

        Args:
            snapshot: the scene.
            camera: lens and size.
            optical_pose: of the camera in the world.
            only: ids of the geometries that are drawn; empty for all that pictures show.

        Raises:
            WorldError: the machine cannot draw, or not in time.
        """
        return self._ask(snapshot, camera, optical_pose, lambda stage: stage.depth(only))

    def _ask(
        self,
        snapshot: Snapshot,
        camera: CameraModel,
        optical_pose: Pose,
        draw: Callable[[_Stage], NDArray[Any]],
    ) -> NDArray[Any]:
        answer: Future[NDArray[Any]] = Future()
        self._requests.put(
            _Request(
                snapshot=snapshot,
                camera=camera,
                optical_pose=optical_pose,
                draw=draw,
                answer=answer,
            )
        )
        try:
            return answer.result(timeout=RENDER_TIMEOUT_S)
        except FutureTimeout as error:
            raise WorldError(
                f"no picture within {RENDER_TIMEOUT_S:g} s; is the machine overloaded?"
            ) from error

    def close(self) -> None:
        """Free the GL context and end the thread."""
        self._requests.put(None)
        self._thread.join(_CLOSE_S)

    def _run(self) -> None:
        stage: _Stage | None = None
        while (request := self._requests.get()) is not None:
            try:
                if stage is None or not stage.suits(request):
                    if stage is not None:
                        stage.close()
                    stage = None  # a closed one must not draw again if the next cannot be made
                    stage = _Stage(request.snapshot.model, request.camera, self._profile)
                    self._driver = stage.driver
                stage.arrange(request)
                request.answer.set_result(request.draw(stage))
            except Exception as error:  # noqa: BLE001 - handed to the thread that asked
                request.answer.set_exception(error)
        if stage is not None:
            stage.close()


class _Stage:
    """GL context, model and data for one scene and picture size; lives in the GL thread."""

    def __init__(self, model: mujoco.MjModel, camera: CameraModel, profile: RenderProfile) -> None:
        self._source = model
        self._size = (camera.width, camera.height)
        self._model = copy.copy(model)
        visual = self._model.vis
        visual.quality.offsamples = profile.samples
        visual.quality.shadowsize = profile.shadow_map
        visual.global_.offwidth, visual.global_.offheight = self._size
        self._data = mujoco.MjData(self._model)
        self._camera = self._model.camera(VIEW_CAMERA).id
        try:
            self._renderer = mujoco.Renderer(self._model, camera.height, camera.width)
        except (AttributeError, ImportError, RuntimeError, mujoco.FatalError) as error:
            raise WorldError(f"cannot draw pictures: {error}; {GL_MISSING}") from error
        self._renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = profile.shadow_map > 0
        self.driver = _gl_driver()

    def suits(self, request: _Request) -> bool:
        camera = request.camera
        return request.snapshot.model is self._source and self._size == (
            camera.width,
            camera.height,
        )

    def arrange(self, request: _Request) -> None:
        """Put bodies and camera where the request has them."""
        model, data = self._model, self._data
        data.qpos[:] = request.snapshot.qpos
        turned = np.ascontiguousarray(request.optical_pose.matrix @ _OPTICAL_TO_MUJOCO)
        model.cam_pos[self._camera] = request.optical_pose.position
        mujoco.mju_mat2Quat(model.cam_quat[self._camera], turned.ravel())
        model.cam_fovy[self._camera] = np.degrees(request.camera.vertical_fov)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_camlight(model, data)

    def picture(self) -> NDArray[np.uint8]:
        self._renderer.update_scene(self._data, VIEW_CAMERA)
        picture: NDArray[np.uint8] = self._renderer.render()
        return picture

    def depth(self, only: frozenset[int]) -> NDArray[np.float32]:
        options = mujoco.MjvOption()
        groups = self._model.geom_group.copy()
        if only:
            drawn = [geom for geom in only if options.geomgroup[groups[geom]]]
            self._model.geom_group[drawn] = _LONE_GROUP
            options.geomgroup[:] = np.arange(len(options.geomgroup)) == _LONE_GROUP
        self._renderer.enable_depth_rendering()
        try:
            self._renderer.update_scene(self._data, VIEW_CAMERA, options)
            depth: NDArray[np.float32] = self._renderer.render()
        finally:
            self._renderer.disable_depth_rendering()
            self._model.geom_group[:] = groups
        depth[depth > _NOTHING_M] = np.inf
        return depth

    def close(self) -> None:
        self._renderer.close()


def _gl_driver() -> str:
    from OpenGL import GL  # noqa: PLC0415 - only importable where GL is there

    name = GL.glGetString(GL.GL_RENDERER)
    return name.decode() if isinstance(name, bytes) else ""
