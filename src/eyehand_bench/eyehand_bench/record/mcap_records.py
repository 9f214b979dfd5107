"""The records of an MCAP file that messages are made of, from front to end."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterator
from typing import IO

from mcap.data_stream import ReadDataStream
from mcap.exceptions import EndOfFile
from mcap.opcode import Opcode
from mcap.records import Channel, Chunk, Footer, McapRecord, Message, Schema, Statistics
from mcap.stream_reader import read_magic

HEAD = struct.Struct("<BQ")
"""What every record begins with: its kind and its length."""

_PARSERS: dict[int, Callable[[ReadDataStream, int], McapRecord]] = {
    Opcode.SCHEMA: lambda stream, length: Schema.read(stream),
    Opcode.CHANNEL: lambda stream, length: Channel.read(stream),
    Opcode.MESSAGE: Message.read,
    Opcode.CHUNK: lambda stream, length: Chunk.read(stream),
    Opcode.STATISTICS: lambda stream, length: Statistics.read(stream),
    Opcode.FOOTER: lambda stream, length: Footer.read(stream),
}


def message_records(stream: IO[bytes], size: int) -> Iterator[McapRecord]:
    """Yield schemas, channels, messages, chunks, the statistics and the footer.

    Records of the index are passed over by their length, so damage inside them hides no message.

    Args:
        stream: the file, at its start.
        size: its length [bytes].

    Raises:
        McapError, struct.error, ValueError: the file ends early or is damaged here.
    """
    read_magic(ReadDataStream(stream))
    while True:
        head = stream.read(HEAD.size)
        if len(head) < HEAD.size:
            raise EndOfFile
        kind, length = HEAD.unpack(head)
        if length > size - stream.tell():
            raise EndOfFile
        body = stream.read(length)
        if kind in _PARSERS:
            yield _PARSERS[kind](ReadDataStream(io.BytesIO(body)), length)
        if kind == Opcode.FOOTER:
            read_magic(ReadDataStream(stream))
            return
