"""One running Gazebo as method calls: step, spawn, remove, move the camera, take its picture."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_gazebo.contacts import Touch
from eyehand_gazebo.world_sdf import CAMERA, LINK, WORLD
from gazebo_messages import message_class
from gazebo_process import GazeboProcess
from gazebo_transport import GazeboTransport

_ANSWER_S = 20.0
_LOST_S = 0.5
_AGAIN_S = 3.0
_STEP_NS = 1_000_000
_PHYSICS_RATE_HZ = 4000.0
"""Greatest rate of steps; asking for as many as possible (0) starves Gazebo's other threads."""
_ADVERTISED = {
    "world_control": "WorldControl",
    "factory": "Factory",
    "model/modify": "Model",
    "physics": "Physics",
    "request": "Request",
}
_RGB_INT8 = 3


class GazeboServer:
    """Physics that goes on only when told to, and what it tells about itself.

    Args:
        root: unpacked Gazebo.
        world: world file.
        scratch: folder for logs.
        on_picture: takes stamp [ns] and image message of each picture, in a thread of its own.

    Attributes:
        poses: of models in the world and of links in their models, by scoped name; what stands
            still from the beginning may be missing.
        now_ns: simulation time [ns].
    """

    def __init__(
        self, root: Path, world: Path, scratch: Path, on_picture: Callable[[int, Any], None]
    ) -> None:
        self.process = GazeboProcess(root, world, scratch)
        self.poses: dict[str, Pose] = {}
        self.now_ns = 0
        self._changed = threading.Condition()
        self._newest: Any = None
        self._unread: dict[str, Any] = {}
        self._touches: list[list[Touch]] = []
        self._models: set[str] | None = None
        self._on_picture = on_picture
        try:
            self._transport = GazeboTransport(self.process.port, WORLD)
            self._transport.subscribe("pose/local/info", "PosesStamped", self._take_poses)
            self._transport.subscribe("physics/contacts", "Contacts", self._take_contacts)
            self._transport.subscribe("response", "Response", self._take_response)
            for topic, name in _ADVERTISED.items():
                self._transport.advertise(topic, name)
            # Told about physics before its world is complete, gzserver aborts.
            self._repeat(lambda: None, lambda: bool(self.models()), "the world did not start")
        except BaseException:
            self.process.stop()
            raise
        self._send("physics", "Physics", real_time_update_rate=_PHYSICS_RATE_HZ)

    def step(self, steps: int) -> None:
        """Let some physics steps of a millisecond pass.

        Raises:
            TimeoutError: they do not.
        """
        target = self.now_ns + steps * _STEP_NS
        end = time.monotonic() + _ANSWER_S
        while (missing := (target - self.now_ns) // _STEP_NS) > 0:
            # Gazebo now and then counts a request as a step made; then the rest is asked again.
            self._send("world_control", "WorldControl", multi_step=missing)
            with self._changed:
                made = self._changed.wait_for(lambda: self.now_ns >= target, _LOST_S)
            if not made and time.monotonic() > end:
                self.process.check()
                raise TimeoutError(f"{steps} steps were not made within {_ANSWER_S:g} s")
        with self._changed:
            fresh = list(self._unread.values())
            self._unread.clear()
        for pose in fresh:
            self.poses[pose.name] = _pose(pose)

    def take_touches(self) -> list[list[Touch]]:
        """Return what touched since the last call, a list for each physics step."""
        with self._changed:
            touches, self._touches = self._touches, []
        return touches

    def spawn(self, description: str, name: str) -> None:
        """Add a model and wait until it is there."""
        self._repeat(
            lambda: self._send("factory", "Factory", sdf=description, allow_renaming=False),
            lambda: name in self.models(),
            f"model {name!r} did not appear",
        )
        self.step(1)

    def remove(self, name: str) -> None:
        """Remove a model and wait until it is gone."""
        self._repeat(
            lambda: self._send("request", "Request", id=1, request="entity_delete", data=name),
            lambda: bool(found := self.models()) and name not in found,
            f"model {name!r} did not go",
        )
        for known in [known for known in self.poses if known.split("::")[0] == name]:
            del self.poses[known]

    def models(self) -> set[str]:
        """Return the names of all models, empty if Gazebo does not answer in time."""
        with self._changed:
            self._models = None
        self._send("request", "Request", id=2, request="entity_list", data="")
        with self._changed:
            self._changed.wait_for(lambda: self._models is not None, _LOST_S)
            return self._models or set()

    def reset_models(self) -> None:
        """Put every model back to where and as it was spawned."""
        control = message_class("gazebo", "WorldControl")()
        control.reset.all = control.reset.time_only = False
        control.reset.model_only = True
        self._publish("world_control", control)

    def place(self, model: str, pose: Pose) -> None:
        """Move a model without waiting."""
        message = message_class("gazebo", "Model")(name=model)
        position, orientation = message.pose.position, message.pose.orientation
        position.x, position.y, position.z = map(float, pose.position)
        values = map(float, pose.quaternion)
        orientation.w, orientation.x, orientation.y, orientation.z = values
        self._publish("model/modify", message)

    def look(self, looking: bool) -> None:
        """Have pictures taken, or no longer: an idle camera costs nothing."""
        topic = f"{CAMERA}/{LINK}/{CAMERA}/image"
        if looking:
            self._transport.subscribe(topic, "ImageStamped", self._take_picture)
        else:
            self._transport.unsubscribe(topic)

    def close(self) -> None:
        """End Gazebo."""
        self._transport.close()
        self.process.stop()

    def _send(self, topic: str, name: str, **fields: Any) -> None:
        self._publish(topic, message_class("gazebo", name)(**fields))

    def _publish(self, topic: str, message: Any) -> None:
        try:
            self._transport.publish(topic, message)
        except OSError:
            self.process.check()  # names the real cause if there is one
            raise

    def _repeat(self, ask: Callable[[], None], condition: Callable[[], bool], trouble: str) -> None:
        """Ask for something, again after a while, until a condition holds."""
        end = time.monotonic() + _ANSWER_S
        while time.monotonic() < end:
            ask()
            again = time.monotonic() + _AGAIN_S
            while time.monotonic() < again:
                if condition():
                    return
        self.process.check()
        raise TimeoutError(f"{trouble} within {_ANSWER_S:g} s")

    def _take_response(self, data: bytes) -> None:
        response = message_class("gazebo", "Response").FromString(data)
        if response.request == "entity_list":
            models = message_class("gazebo", "Model_V").FromString(response.serialized_data)
            with self._changed:
                self._models = {model.name for model in models.models}
                self._changed.notify_all()

    def _take_poses(self, data: bytes) -> None:
        message = message_class("gazebo", "PosesStamped").FromString(data)
        with self._changed:
            self._unread.update((pose.name, pose) for pose in message.pose)
            self.now_ns = _nanoseconds(message.time)
            self._changed.notify_all()

    def _take_contacts(self, data: bytes) -> None:
        message = message_class("gazebo", "Contacts").FromString(data)
        if message.contact:
            with self._changed:
                touches = [self._touch(contact) for contact in message.contact]
                self._touches.append(touches)

    def _touch(self, contact: Any) -> Touch:
        deepest = int(np.argmax(contact.depth))
        place = contact.position[deepest]
        force = 0.0
        for normal, wrench in zip(contact.normal, contact.wrench, strict=True):
            on_first = self._in_world(wrench.body_1_name, wrench.body_1_wrench.force)
            force += abs(float(on_first @ [normal.x, normal.y, normal.z]))
        return Touch(
            collision_a=contact.collision1,
            collision_b=contact.collision2,
            position=np.array([place.x, place.y, place.z]),
            normal_force=force,
            penetration=contact.depth[deepest],
        )

    def _in_world(self, collision: str, force: Any) -> Array:
        """Return a contact force in world axes; unlike normals they come in those of the link."""
        model, link, _ = collision.split("::")
        local = np.array([force.x, force.y, force.z])
        for name in (f"{model}::{link}", model):
            if name in self.poses:
                local = self.poses[name].matrix @ local
        return local

    def _take_picture(self, data: bytes) -> None:
        message = message_class("gazebo", "ImageStamped").FromString(data)
        if message.image.pixel_format == _RGB_INT8:
            self._on_picture(_nanoseconds(message.time), message.image)


def _nanoseconds(stamp: Any) -> int:
    return int(stamp.sec) * 1_000_000_000 + int(stamp.nsec)


def _pose(message: Any) -> Pose:
    p, q = message.position, message.orientation
    return Pose.of([p.x, p.y, p.z], [q.w, q.x, q.y, q.z])
