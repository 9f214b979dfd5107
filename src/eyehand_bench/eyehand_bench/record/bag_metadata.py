"""``metadata.yaml`` of a rosbag2 folder.

Version 5 of the format (Humble) is written: later releases read it too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from eyehand_bench.record.atomic_file import write_atomically
from eyehand_bench.record.quality_of_service import QualityOfService

METADATA_FILE = "metadata.yaml"
_NO_START = 9223372036854775807
"""What rosbag2 itself writes as start of a bag without messages."""


@dataclass(frozen=True, kw_only=True)
class TopicEntry:
    """One recorded topic.

    Attributes:
        name: absolute topic name.
        type_name: ``package/msg/Name``.
        quality: offered quality of service.
        messages: how many were recorded.
    """

    name: str
    type_name: str
    quality: QualityOfService
    messages: int


def write_metadata(
    folder: Path, file: str, topics: Sequence[TopicEntry], start: int | None, end: int
) -> None:
    """Write the metadata of a bag with one MCAP file, atomically.

    Args:
        folder: the bag folder.
        file: name of the MCAP file in it.
        topics: the recorded topics.
        start: log time of the first message [ns]; None for none.
        end: log time of the last message [ns].

    Raises:
        RecordError: the file cannot be written.
    """
    duration = 0 if start is None else end - start
    total = sum(topic.messages for topic in topics)
    times = [
        f"duration:\n  nanoseconds: {duration}",
        f"starting_time:\n  nanoseconds_since_epoch: {_NO_START if start is None else start}",
        f"message_count: {total}",
    ]
    lines = ["version: 5", "storage_identifier: mcap", *times]
    lines.append("topics_with_message_count:" + ("" if topics else " []"))
    lines += [_topic_yaml(topic) for topic in topics]
    lines += ['compression_format: ""', 'compression_mode: ""']
    lines += [f"relative_file_paths:\n  - {file}", f"files:\n  - path: {file}"]
    lines += [_indented(entry, 4) for entry in (times[1], times[0], times[2])]
    text = "rosbag2_bagfile_information:\n" + _indented("\n".join(lines), 2) + "\n"
    write_atomically(folder / METADATA_FILE, text.encode())


def _topic_yaml(topic: TopicEntry) -> str:
    quality = topic.quality.to_yaml().replace("\n", "\\n")
    return (
        "  - topic_metadata:\n"
        f"      name: {topic.name}\n"
        f"      type: {topic.type_name}\n"
        "      serialization_format: cdr\n"
        f'      offered_qos_profiles: "{quality}"\n'
        f"    message_count: {topic.messages}"
    )


def _indented(text: str, spaces: int) -> str:
    return "\n".join(" " * spaces + line for line in text.split("\n"))
