"""Writes a rosbag2 folder (MCAP and metadata.yaml) that survives being killed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

from eyehand_core.errors import RecordError
from mcap.writer import CompressionType, Writer

from eyehand_bench.record.bag_metadata import TopicEntry, write_metadata
from eyehand_bench.record.quality_of_service import QualityOfService

BAG_FILE = "bag_0.mcap"
_CHUNK_BYTES = 768 * 1024
_LIBRARY = "eyehand"


class BagWriter:
    """One bag being written.

    The metadata file is there from the start, and ``checkpoint`` puts everything written so far
    on the disk in finished chunks: a killed writer leaves a folder that readers can salvage up
    to the last checkpoint.

    Args:
        folder: bag folder; made here, must not hold a bag yet.

    Raises:
        RecordError: the folder cannot be written or holds a bag already.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._channels: dict[str, int] = {}
        self._topics: dict[str, tuple[str, QualityOfService]] = {}
        self._counts: dict[str, int] = {}
        self._start: int | None = None
        self._end = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._stream = (folder / BAG_FILE).open("xb")
        except FileExistsError as error:
            raise RecordError(f"{folder} already holds a bag; choose another folder") from error
        except OSError as error:
            raise RecordError(f"cannot write to {folder}: {error.strerror}") from error
        self._writer = Writer(
            self._stream,
            chunk_size=_CHUNK_BYTES,
            compression=CompressionType.LZ4,
            enable_data_crcs=True,  # covers what the sums of the chunks leave out
        )
        self._guard(lambda: self._writer.start(profile="ros2", library=_LIBRARY))
        self._write_metadata()

    @property
    def counts(self) -> Mapping[str, int]:
        """Messages written so far, by topic."""
        return dict(self._counts)

    def add_topic(
        self, name: str, type_name: str, definition: str, quality: QualityOfService
    ) -> None:
        """Announce a topic.

        Args:
            name: absolute topic name.
            type_name: ``package/msg/Name``.
            definition: message definition with all its parts.
            quality: offered quality of service.
        """
        schema = self._writer.register_schema(type_name, "ros2msg", definition.encode())
        self._channels[name] = self._writer.register_channel(
            name, "cdr", schema, {"offered_qos_profiles": quality.to_yaml()}
        )
        self._topics[name] = (type_name, quality)
        self._counts[name] = 0

    def write(self, topic: str, data: bytes, log_time: int, publish_time: int) -> None:
        """Append a serialized message.

        Args:
            topic: a topic added before.
            data: CDR with its four-byte header.
            log_time: wall time of reception [ns since the epoch].
            publish_time: wall time of sending [ns since the epoch].

        Raises:
            RecordError: the disk does not take it.
        """
        self._guard(
            lambda: self._writer.add_message(
                self._channels[topic], log_time, data, publish_time, self._counts[topic]
            )
        )
        self._counts[topic] += 1
        self._start = log_time if self._start is None else min(self._start, log_time)
        self._end = max(self._end, log_time)

    def checkpoint(self) -> None:
        """Put everything written so far on the disk.

        Raises:
            RecordError: the disk does not take it.
        """

        def flush() -> None:
            self._writer.flush()  # type: ignore[no-untyped-call]
            os.fsync(self._stream.fileno())

        self._guard(flush)

    def close(self) -> None:
        """Finish index and metadata.

        Raises:
            RecordError: the disk does not take it; what a checkpoint wrote can be salvaged.
        """
        if self._stream.closed:
            return

        def finish() -> None:
            self._writer.finish()  # type: ignore[no-untyped-call]
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()

        try:
            self._guard(finish)
        finally:
            self._abandon()
        self._write_metadata()

    def _write_metadata(self) -> None:
        topics = [
            TopicEntry(name=name, type_name=type_name, quality=quality, messages=self._counts[name])
            for name, (type_name, quality) in self._topics.items()
        ]
        write_metadata(self._folder, BAG_FILE, topics, self._start, self._end)

    def _guard(self, action: Callable[[], object]) -> None:
        try:
            action()
        except OSError as error:
            self._abandon()
            raise RecordError(
                f"cannot write {self._folder / BAG_FILE}: {error.strerror}"
            ) from error

    def _abandon(self) -> None:
        """Close the stream; a buffer that the disk refused is dropped with it."""
        try:
            self._stream.close()
        except OSError:
            return

    def __enter__(self) -> BagWriter:
        """Return the writer itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the bag."""
        self.close()
