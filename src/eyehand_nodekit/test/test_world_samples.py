"""Joining of object and arm samples by stamp."""

from __future__ import annotations

from eyehand_core.world_state import WorldState
from eyehand_nodekit.world_samples import SampleJoiner
from hypothesis import given
from hypothesis import strategies as st

from eyehand_interfaces.msg import ArmState, ArmStates, ObjectStates
from eyehand_nodekit import stamps


def _objects(index: int) -> ObjectStates:
    message = ObjectStates(sequence=index)
    message.header.stamp = stamps.from_nanoseconds(index * 20_000_000)
    return message


def _arms(index: int) -> ArmStates:
    message = ArmStates(arms=[ArmState(name="right", aperture=float(index))])
    message.header.stamp = stamps.from_nanoseconds(index * 20_000_000)
    return message


@given(st.lists(st.booleans(), min_size=20, max_size=20))
def test_any_interleaving_gives_all_samples_in_order(order: list[bool]) -> None:
    samples: list[WorldState] = []
    joiner = SampleJoiner(samples.append, with_arms=True)
    waiting_objects, waiting_arms = list(range(10)), list(range(10))
    for objects_first in [*order, *[True] * 10, *[False] * 10]:
        if objects_first and waiting_objects:
            joiner.add_objects(_objects(waiting_objects.pop(0)))
        elif not objects_first and waiting_arms:
            joiner.add_arms(_arms(waiting_arms.pop(0)))
    assert [sample.sequence for sample in samples] == list(range(10))
    assert [sample.arms["right"].aperture for sample in samples] == [float(i) for i in range(10)]


def test_samples_wait_for_the_arms_of_their_instant() -> None:
    samples: list[WorldState] = []
    joiner = SampleJoiner(samples.append, with_arms=True)
    joiner.add_objects(_objects(3))
    joiner.add_arms(_arms(2))
    assert samples == []


def test_world_without_robot_needs_no_arms() -> None:
    samples: list[WorldState] = []
    SampleJoiner(samples.append, with_arms=False).add_objects(_objects(0))
    assert samples[0].arms == {}


def test_new_episode_drops_samples_of_the_last() -> None:
    samples: list[WorldState] = []
    joiner = SampleJoiner(samples.append, with_arms=True)
    joiner.add_objects(_objects(9))
    joiner.add_objects(_objects(0))
    joiner.add_arms(_arms(9))
    joiner.add_arms(_arms(0))
    assert [sample.sequence for sample in samples] == [0]
