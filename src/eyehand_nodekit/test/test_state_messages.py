"""States survive the way through messages bit for bit."""

from __future__ import annotations

import numpy as np
from eyehand_core.geometry.pose import Pose
from eyehand_core.world_state import ArmState, Contact, ObjectState, WorldState
from eyehand_nodekit.state_messages import (
    arm_from_message,
    arm_to_message,
    objects_to_message,
    world_state_from_messages,
)
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from rclpy.serialization import deserialize_message, serialize_message

from eyehand_interfaces.msg import ArmStates
from eyehand_nodekit import stamps

numbers = st.floats(-1e6, 1e6)
vectors = arrays(np.float64, 3, elements=numbers)
poses = st.builds(Pose, vectors, arrays(np.float64, 4, elements=numbers))
arms = st.builds(
    ArmState,
    name=st.sampled_from(["left", "right"]),
    end_pose=poses,
    grip_center=vectors,
    tcp=vectors,
    joint_positions=arrays(np.float64, 6, elements=numbers),
    joint_velocities=arrays(np.float64, 6, elements=numbers),
    aperture=numbers,
    aperture_command=numbers,
    fingers_at_rest=st.booleans(),
)
objects = st.builds(
    ObjectState,
    name=st.just("cube"),
    pose=poses,
    linear_velocity=vectors,
    angular_velocity=vectors,
    size=vectors,
    fixed=st.booleans(),
)
contacts = st.builds(
    Contact,
    body_a=st.just("cube"),
    body_b=st.just("table"),
    position=vectors,
    normal_force=numbers,
    penetration=numbers,
)


def _flat(item: object) -> list[object]:
    """Return every number and word of nested records, arrays as bytes."""
    if isinstance(item, np.ndarray):
        return [item.tobytes()]
    if hasattr(item, "__dataclass_fields__"):
        return [leaf for name in item.__dataclass_fields__ for leaf in _flat(getattr(item, name))]
    return [item]


@given(arms)
def test_arm_round_trip(arm: ArmState) -> None:
    wire = serialize_message(arm_to_message(arm))
    message = deserialize_message(wire, type(arm_to_message(arm)))
    assert _flat(arm_from_message(message)) == _flat(arm)


@given(objects, contacts, arms, st.integers(0, 2**40), st.booleans())
def test_world_round_trip(
    item: ObjectState, contact: Contact, arm: ArmState, nanoseconds: int, at_rest: bool
) -> None:
    state = WorldState(
        stamp=stamps.to_seconds(stamps.from_nanoseconds(nanoseconds)),
        sequence=7,
        at_rest=at_rest,
        objects={"cube": item},
        contacts=(contact,),
        arms={arm.name: arm},
    )
    arm_states = ArmStates(arms=[arm_to_message(arm)])
    back = world_state_from_messages(objects_to_message(state, nanoseconds), arm_states)
    assert _flat(back.objects["cube"]) == _flat(item)
    assert _flat(back.contacts[0]) == _flat(contact)
    assert _flat(back.arms[arm.name]) == _flat(arm)
    assert (back.stamp, back.sequence, back.at_rest) == (state.stamp, 7, at_rest)


@given(st.integers(0, 2**52))
def test_stamps_are_exact(nanoseconds: int) -> None:
    message = stamps.from_nanoseconds(nanoseconds)
    assert stamps.to_nanoseconds(message) == nanoseconds
    if nanoseconds < 10**15:
        assert stamps.to_nanoseconds(stamps.from_seconds(stamps.to_seconds(message))) == nanoseconds
