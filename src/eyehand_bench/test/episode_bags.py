"""Small bags with episode messages, written by hand with the real message definitions."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from eyehand_bench.record import topics
from eyehand_bench.record.bag_writer import BagWriter
from eyehand_bench.record.message_definitions import full_definition, installed_definition
from eyehand_bench.record.topics import RECORDED_TOPICS
from PIL import Image
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

ENDED = 2
_ZERO: dict[str, Any] = {"string": "", "bool": False}


class EpisodeBag:
    """Writes messages of the recorded topics into a bag.

    Args:
        folder: bag folder.
    """

    def __init__(self, folder: Path) -> None:
        self._writer = BagWriter(folder)
        self._store = get_typestore(Stores.EMPTY)
        self._types = {topic.name: topic.type_name for topic in RECORDED_TOPICS}
        self._clock = 0
        for topic in RECORDED_TOPICS:
            text = full_definition(topic.type_name, installed_definition)
            known = self._store.types
            types = get_types_from_msg(text, topic.type_name)
            self._store.register({name: t for name, t in types.items() if name not in known})
            self._writer.add_topic(_absolute(topic.name), topic.type_name, text, topic.quality)

    def add(self, topic: str, **fields: Any) -> None:
        """Write one message; fields that are left out are zero or empty."""
        message = self._default(self._types[topic])
        stamp = fields.pop("stamp", 0.0)
        message.header.stamp.sec = int(stamp)
        message.header.stamp.nanosec = round((stamp - int(stamp)) * 1e9)
        message.header.frame_id = fields.pop("frame", "")
        for name, value in fields.items():
            assert hasattr(message, name), name
            setattr(message, name, value)
        data = bytes(self._store.serialize_cdr(message, self._types[topic]))
        self._clock += 1
        self._writer.write(_absolute(topic), data, self._clock, self._clock)

    def add_samples(self, sequences: Iterable[int], arms: bool = True) -> None:
        """Write world samples with these sequence numbers, 20 ms apart."""
        for sequence in sequences:
            self.add(topics.OBJECTS, sequence=sequence, stamp=sequence * 0.02)
            if arms:
                self.add(topics.ARMS, stamp=sequence * 0.02)

    def add_image(self, color: Sequence[int], frame: str = "active_camera_optical_frame") -> None:
        """Write an image of one colour."""
        buffer = io.BytesIO()
        Image.new("RGB", (64, 48), tuple(color)).save(buffer, "JPEG")
        self.add(topics.IMAGES, frame=frame, format="jpeg", data=_array(buffer.getvalue()))

    def add_diagnostics(self, node: str, **facts: str) -> None:
        """Write what a node says about itself."""
        pair = self._store.types["diagnostic_msgs/msg/KeyValue"]
        status = self._default("diagnostic_msgs/msg/DiagnosticStatus")
        status.name = f"eyehand: {node}"
        status.values = [pair(key=key, value=value) for key, value in facts.items()]
        self.add("/diagnostics", status=[status])

    def close(self) -> None:
        """Finish the bag."""
        self._writer.close()

    def _default(self, type_name: str) -> Any:
        kind = self._store.types[type_name]
        fields = self._store.fielddefs[type_name][1]
        return kind(**{name: self._default_of(form) for name, form in fields})

    def _default_of(self, form: Any) -> Any:
        node, detail = form
        if node.name == "NAME":
            return self._default(detail)
        if node.name == "BASE":
            return _ZERO.get(detail[0], 0.0 if detail[0].startswith("float") else 0)
        if node.name == "ARRAY":
            return [self._default_of(detail[0]) for _ in range(detail[1])]
        return _array(b"") if detail[0][1] == ("uint8", 0) else []


def _absolute(topic: str) -> str:
    return f"/{topic.lstrip('/')}"


def _array(data: bytes) -> Any:
    import numpy as np

    return np.frombuffer(data, dtype=np.uint8)
