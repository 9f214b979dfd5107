"""Gazebo Classic through gazebo_ros (Humble): factory, state plugin, bumpers of objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from eyehand_core.errors import WorldError
from eyehand_core.geometry.pose import Pose

from eyehand_gazebo.contacts import Touch
from eyehand_gazebo.simulator_port import CALL_S, CONTACTS_TOPIC, SIMULATOR_PORTS, OnTouches

_SERVER = "gazebo"


@SIMULATOR_PORTS.register("classic")
class ClassicPort:
    """Calls gazebo_ros; see ``simulator_port.SimulatorPort``.

    Args:
        node: node spun in another thread.
        on_touches: takes the contacts of objects.
    """

    def __init__(self, node: Any, on_touches: OnTouches) -> None:
        from eyehand_nodekit.callers import ServiceCaller
        from gazebo_msgs.msg import ContactsState, ModelStates
        from gazebo_msgs.srv import DeleteEntity, SetEntityState, SpawnEntity
        from rclpy.qos import qos_profile_sensor_data

        self._spawn_request = SpawnEntity.Request
        self._delete_request = DeleteEntity.Request
        self._place_request = SetEntityState.Request
        self._spawner = ServiceCaller(node, SpawnEntity, "/spawn_entity", _SERVER)
        self._deleter = ServiceCaller(node, DeleteEntity, "/delete_entity", _SERVER)
        self._placer = ServiceCaller(node, SetEntityState, "/gazebo/set_entity_state", _SERVER)
        self._poses: Mapping[str, Pose] = {}
        node.create_subscription(ModelStates, "/gazebo/model_states", self._take_states, 10)
        node.create_subscription(
            ContactsState,
            CONTACTS_TOPIC,
            lambda message: on_touches(touches(message)),
            qos_profile_sensor_data,
        )

    def spawn(self, name: str, description: str) -> None:
        """Call the factory."""
        request = self._spawn_request(name=name, xml=description, reference_frame="world")
        _check(self._spawner.call(request, CALL_S), f"spawn {name!r}")

    def delete(self, name: str) -> None:
        """Call the factory."""
        _check(self._deleter.call(self._delete_request(name=name), CALL_S), f"delete {name!r}")

    def place(self, name: str, pose: Pose) -> None:
        """Set the state; the twist of the message is zero, which stops the model."""
        from eyehand_nodekit.state_messages import pose_to_message

        request = self._place_request()
        request.state.name = name
        request.state.pose = pose_to_message(pose)
        request.state.reference_frame = "world"
        if not self._placer.call(request, CALL_S).success:
            raise WorldError(f"Gazebo does not place {name!r}; is it there?")

    def poses(self) -> Mapping[str, Pose]:
        """Return what the state plugin said last."""
        return self._poses

    def _take_states(self, message: Any) -> None:
        from eyehand_nodekit.state_messages import pose_from_message

        self._poses = {
            name: pose_from_message(pose)
            for name, pose in zip(message.name, message.pose, strict=True)
        }


def touches(message: Any) -> list[Touch]:
    """Return the contacts of a gazebo_msgs/ContactsState; only reads attributes."""
    found = []
    for state in message.states:
        deepest = int(np.argmax(state.depths))
        place = state.contact_positions[deepest]
        found.append(
            Touch(
                collision_a=state.collision1_name,
                collision_b=state.collision2_name,
                position=np.array([place.x, place.y, place.z]),
                normal_force=sum(force_size(wrench.force) for wrench in state.wrenches),
                penetration=float(state.depths[deepest]),
            )
        )
    return found


def force_size(force: Any) -> float:
    """Return the size of a contact force [N].

    Normals are in world axes but forces in those of a link, as measured with Gazebo 11.1, so that
    without the link's pose they can't be split: friction counts too.
    """
    return float(np.linalg.norm([force.x, force.y, force.z]))


def _check(response: Any, what: str) -> None:
    if not response.success:
        raise WorldError(f"Gazebo does not {what}: {response.status_message}")
