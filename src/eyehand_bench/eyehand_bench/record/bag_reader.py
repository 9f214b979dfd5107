"""Opens a bag without ROS, whole or damaged."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eyehand_core.errors import RecordError
from mcap.exceptions import EndOfFile, McapError
from mcap.records import Channel, Chunk, Footer, McapRecord, Message, Schema, Statistics
from mcap.stream_reader import CRCValidationError, breakup_chunk

from eyehand_bench.record.mcap_records import message_records
from eyehand_bench.record.message_types import types_of

_DAMAGE = (McapError, struct.error, ValueError, MemoryError, OverflowError)
"""What reading damaged bytes raises; a wrong length may ask for more memory than there is."""


@dataclass(frozen=True, kw_only=True)
class RawMessage:
    """One recorded message, still serialized.

    Attributes:
        topic: absolute topic name.
        type_name: ``package/msg/Name``.
        log_time: wall time of reception [ns since the epoch].
        data: CDR with its four-byte header.
    """

    topic: str
    type_name: str
    log_time: int
    data: bytes


@dataclass(frozen=True, kw_only=True)
class TypedMessage:
    """One recorded message.

    Attributes:
        topic: absolute topic name.
        log_time: wall time of reception [ns since the epoch].
        message: object with the fields of the message type.
    """

    topic: str
    log_time: int
    message: Any


class BagReader:
    """One bag, read from front to end.

    A file that was cut off or damaged gives every message of its intact chunks; ``damage`` then
    says what is missing.

    Args:
        folder: bag folder (a single MCAP file inside) or the MCAP file itself.

    Raises:
        RecordError: there is no such file.
    """

    def __init__(self, folder: Path) -> None:
        self._file = bag_file(folder)
        self._schemas: dict[int, Schema] = {}
        self._channels: dict[int, Channel] = {}
        self.damage = ""

    def messages(self, *topics: str) -> Iterator[RawMessage]:
        """Yield the messages of ``topics`` (all without any) in order of reception."""
        wanted = set(topics)
        for record in self._records():
            channel = self._channels[record.channel_id]
            if wanted and channel.topic not in wanted:
                continue
            yield RawMessage(
                topic=channel.topic,
                type_name=self._schemas[channel.schema_id].name,
                log_time=record.log_time,
                data=record.data,
            )

    def typed_messages(self, *topics: str) -> Iterator[TypedMessage]:
        """Yield the messages of ``topics`` (all without any), decoded.

        Raises:
            RecordError: the bag's own definitions do not fit its data.
        """
        for raw in self.messages(*topics):
            yield TypedMessage(topic=raw.topic, log_time=raw.log_time, message=self.decoded(raw))

    def definition(self, type_name: str) -> str:
        """Return the recorded definition of a type; empty if no topic seen so far has it."""
        texts = (s.data.decode() for s in self._schemas.values() if s.name == type_name)
        return next(texts, "")

    def decoded(self, raw: RawMessage) -> Any:
        """Return the message of ``raw`` as an object with the fields of its type.

        Raises:
            RecordError: the bag's own definitions do not fit its data.
        """
        try:
            types = types_of(raw.type_name, self.definition(raw.type_name))
            return types.deserialize_cdr(raw.data, raw.type_name)
        except Exception as error:
            raise RecordError(
                f"{self._file}: a message of {raw.topic} does not fit its definition "
                f"{raw.type_name}: {error}"
            ) from error

    def _records(self) -> Iterator[Message]:
        self.damage = ""
        finished, found, told = False, 0, None
        with self._file.open("rb") as stream:
            try:
                for record in message_records(stream, self._file.stat().st_size):
                    finished = finished or isinstance(record, Footer)
                    if isinstance(record, Statistics):
                        told = record.message_count
                    for message in self._unpacked(record):
                        found += 1
                        yield message
            except _DAMAGE as error:
                self._note(f"unreadable from byte {stream.tell()} on: {_in_words(error)}")
        if not finished:
            self._note("it was not finished")
        if told not in (None, found):
            self._note(f"{told} messages were written, {found} were found")

    def _unpacked(self, record: McapRecord) -> Iterator[Message]:
        if not isinstance(record, Chunk):
            yield from self._known([record])
            return
        try:
            parts = breakup_chunk(record, validate_crc=True)
        except Exception as error:  # noqa: BLE001 - decompressors raise what they like on garbage
            self._note(f"a damaged part was left out: {_in_words(error)}")
            return
        yield from self._known(parts)

    def _known(self, records: list[McapRecord]) -> Iterator[Message]:
        for record in records:
            if isinstance(record, Schema):
                self._schemas[record.id] = record
            elif isinstance(record, Channel):
                self._channels[record.id] = record
            elif isinstance(record, Message) and self._is_known(record):
                yield record

    def _is_known(self, record: Message) -> bool:
        channel = self._channels.get(record.channel_id)
        known = channel is not None and channel.schema_id in self._schemas
        if not known:
            self._note("messages without definition were left out")
        return known

    def _note(self, damage: str) -> None:
        if damage not in self.damage:
            self.damage = f"{self.damage}; {damage}" if self.damage else damage


def _in_words(error: BaseException) -> str:
    """Return what is wrong with the bytes behind an error of the MCAP or a packing library."""
    if isinstance(error, CRCValidationError):
        return "its checksum is wrong"
    if isinstance(error, EndOfFile):
        return "it breaks off"
    return "its bytes make no sense"


def bag_file(folder: Path) -> Path:
    """Return the one MCAP file of a bag folder; a file stands for itself.

    Raises:
        RecordError: there is none, or more than one.
    """
    if folder.is_file():
        return folder
    files = sorted(folder.glob("*.mcap")) if folder.is_dir() else []
    if len(files) != 1:
        found = "no MCAP file" if not files else f"{len(files)} MCAP files"
        raise RecordError(f"expected one MCAP file in {folder}, found {found}")
    return files[0]
