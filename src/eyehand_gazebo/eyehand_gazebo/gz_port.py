"""gz-sim through ros_gz (Jazzy): services of UserCommands, bridged poses and contacts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from eyehand_core.errors import WorldError
from eyehand_core.geometry.pose import Pose

from eyehand_gazebo.classic_port import force_size
from eyehand_gazebo.contacts import Touch
from eyehand_gazebo.simulator_port import CALL_S, CONTACTS_TOPIC, SIMULATOR_PORTS, OnTouches
from eyehand_gazebo.world_sdf import WORLD

_SERVER = "ros_gz_bridge"
POSES_TOPIC = "gazebo/poses"


@SIMULATOR_PORTS.register("gz")
class GzPort:
    """Calls bridged services; see ``simulator_port.SimulatorPort``.

    Args:
        node: node spun in another thread.
        on_touches: takes the contacts of objects.
    """

    def __init__(self, node: Any, on_touches: OnTouches) -> None:
        from eyehand_nodekit.callers import ServiceCaller
        from ros_gz_interfaces.msg import Contacts, Entity
        from ros_gz_interfaces.srv import DeleteEntity, SetEntityPose, SpawnEntity
        from tf2_msgs.msg import TFMessage

        self._entity = Entity
        self._spawn_request = SpawnEntity.Request
        self._delete_request = DeleteEntity.Request
        self._place_request = SetEntityPose.Request
        base = f"/world/{WORLD}"
        self._spawner = ServiceCaller(node, SpawnEntity, f"{base}/create", _SERVER)
        self._deleter = ServiceCaller(node, DeleteEntity, f"{base}/remove", _SERVER)
        self._placer = ServiceCaller(node, SetEntityPose, f"{base}/set_pose", _SERVER)
        self._poses: dict[str, Pose] = {}
        node.create_subscription(TFMessage, POSES_TOPIC, self._take_poses, 10)
        node.create_subscription(
            Contacts, CONTACTS_TOPIC, lambda message: on_touches(touches(message)), 10
        )

    def spawn(self, name: str, description: str) -> None:
        """Call the world's service ``create``."""
        request = self._spawn_request()
        request.entity_factory.name = name
        request.entity_factory.sdf = description
        request.entity_factory.allow_renaming = False
        _check(self._spawner.call(request, CALL_S), f"spawn {name!r}")

    def delete(self, name: str) -> None:
        """Call the world's service ``remove``."""
        request = self._delete_request(entity=self._model(name))
        _check(self._deleter.call(request, CALL_S), f"delete {name!r}")
        self._poses.pop(name, None)

    def place(self, name: str, pose: Pose) -> None:
        """Call the world's service ``set_pose``."""
        from eyehand_nodekit.state_messages import pose_to_message

        request = self._place_request(entity=self._model(name), pose=pose_to_message(pose))
        _check(self._placer.call(request, CALL_S), f"place {name!r}")

    def poses(self) -> Mapping[str, Pose]:
        """Return what the bridge said last; links are among the models, by their own names."""
        return dict(self._poses)

    def _model(self, name: str) -> Any:
        return self._entity(name=name, type=self._entity.MODEL)

    def _take_poses(self, message: Any) -> None:
        for transform in message.transforms:
            p, q = transform.transform.translation, transform.transform.rotation
            self._poses[transform.child_frame_id] = Pose.of([p.x, p.y, p.z], [q.w, q.x, q.y, q.z])


def touches(message: Any) -> list[Touch]:
    """Return the contacts of a ros_gz_interfaces/Contacts; only reads attributes.

    gz-sim gives no depths with some physics engines, and no forces with some versions.
    """
    found = []
    for contact in message.contacts:
        depths = list(contact.depths) or [0.0] * len(contact.positions)
        deepest = int(np.argmax(depths))
        place = contact.positions[deepest]
        found.append(
            Touch(
                collision_a=contact.collision1.name,
                collision_b=contact.collision2.name,
                position=np.array([place.x, place.y, place.z]),
                normal_force=sum(
                    force_size(wrench.body_1_wrench.force) for wrench in contact.wrenches
                ),
                penetration=float(depths[deepest]),
            )
        )
    return found


def _check(response: Any, what: str) -> None:
    if not response.success:
        raise WorldError(f"gz-sim does not {what}; its log says why")
