"""Definitions in a bag are whole: every type that is used is explained."""

from __future__ import annotations

import pytest
from eyehand_bench.record.message_definitions import full_definition, installed_definition
from eyehand_bench.record.topics import RECORDED_TOPICS
from eyehand_core.errors import RecordError
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

TYPES = sorted({topic.type_name for topic in RECORDED_TOPICS})


@pytest.mark.parametrize("type_name", TYPES)
def test_every_recorded_type_can_be_read_from_its_definition_alone(type_name: str) -> None:
    """An empty schema is silent until somebody reads the bag (rosbag2 1922)."""
    text = full_definition(type_name, installed_definition)
    store = get_typestore(Stores.EMPTY)
    store.register(get_types_from_msg(text, type_name))
    assert type_name in store.types
    for fields in (store.fielddefs[name][1] for name in store.types):
        for _, (node, detail) in fields:
            if node.name == "NAME":
                assert detail in store.types


def test_shared_types_appear_once() -> None:
    text = full_definition("eyehand_interfaces/msg/ObjectStates", installed_definition)
    assert text.count("MSG: geometry_msgs/Vector3\n") == 1


def test_constants_comments_and_bounds_are_no_types() -> None:
    sources = {
        ("a", "A"): "uint8 RED=1 # red\n# Ghost ghost\nstring<=5 name\nB[<=3] bs\nc/C[2] cs\n",
        ("a", "B"): "int32 x",
        ("c", "C"): "int32 y",
    }
    text = full_definition("a/msg/A", lambda package, name: sources[(package, name)])
    assert text.count("MSG: ") == 2


@pytest.mark.parametrize("name", ["Image", "sensor_msgs/Image", "sensor_msgs/srv/Image"])
def test_short_names_are_refused(name: str) -> None:
    with pytest.raises(RecordError, match="package/msg/Name"):
        full_definition(name, installed_definition)


def test_a_missing_definition_is_named() -> None:
    with pytest.raises(RecordError, match="nowhere_msgs/msg/Thing"):
        full_definition("nowhere_msgs/msg/Thing", installed_definition)
