"""World states as a node receives them."""

from __future__ import annotations

from collections.abc import Callable

from eyehand_core.world_state import WorldState
from rclpy.node import Node

from eyehand_interfaces.msg import ArmStates, ObjectStates
from eyehand_nodekit import qos
from eyehand_nodekit.sample_joiner import SampleJoiner

__all__ = ["SampleJoiner", "subscribe_world"]


def subscribe_world(
    node: Node, on_sample: Callable[[WorldState], None], *, with_arms: bool
) -> SampleJoiner:
    """Subscribe ``node`` to the privileged state topics; samples arrive in its spinning thread."""
    joiner = SampleJoiner(on_sample, with_arms=with_arms)
    node.create_subscription(ObjectStates, "world/objects", joiner.add_objects, qos.STATES)
    if with_arms:
        node.create_subscription(ArmStates, "arms", joiner.add_arms, qos.STATES)
    return joiner
