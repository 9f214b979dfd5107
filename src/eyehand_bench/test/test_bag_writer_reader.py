"""Bags written by eyehand are whole, salvageable and readable by independent programs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from eyehand_bench.record.bag_reader import BagReader
from eyehand_bench.record.bag_writer import BAG_FILE, BagWriter
from eyehand_bench.record.message_definitions import full_definition
from eyehand_bench.record.quality_of_service import QualityOfService
from eyehand_core.errors import RecordError
from hypothesis import given, settings
from hypothesis import strategies as st
from mcap.reader import make_reader
from rosbags.highlevel import AnyReader

DEFINITIONS = {
    ("demo_msgs", "Sample"): "# a comment\nStamp header\nuint32 index\nstring[] words\nbyte[4] raw",
    ("demo_msgs", "Stamp"): "int32 sec\nuint32 nanosec",
}
TYPE = "demo_msgs/msg/Sample"
TEXT = full_definition(TYPE, lambda package, name: DEFINITIONS[(package, name)])
QUALITY = QualityOfService(depth=7, latched=True)


def sample(index: int) -> bytes:
    """Return a Sample message as CDR, made by hand."""
    little = b"\x00\x01\x00\x00"
    numbers = (5, 6, index, 1)
    body = b"".join(number.to_bytes(4, "little") for number in numbers)
    word = (3).to_bytes(4, "little") + b"ab\x00"
    return little + body + word + bytes([1, 2, 3, 4])


def write_bag(folder: Path, messages: int, per_checkpoint: int = 10) -> None:
    with BagWriter(folder) as writer:
        writer.add_topic("/samples", TYPE, TEXT, QUALITY)
        for index in range(messages):
            writer.write("/samples", sample(index), 1000 + index, 1000 + index)
            if index % per_checkpoint == per_checkpoint - 1:
                writer.checkpoint()


def indices(reader: BagReader) -> list[int]:
    return [int(item.message.index) for item in reader.typed_messages("/samples")]


def test_messages_come_back_typed_and_in_order(tmp_path: Path) -> None:
    write_bag(tmp_path / "bag", 25)
    reader = BagReader(tmp_path / "bag")
    items = list(reader.typed_messages())
    assert [int(item.message.index) for item in items] == list(range(25))
    assert items[3].message.header.nanosec == 6
    assert list(items[3].message.words) == ["ab"]
    assert items[3].log_time == 1003
    assert reader.damage == ""


def test_independent_readers_open_the_bag(tmp_path: Path) -> None:
    write_bag(tmp_path / "bag", 25)
    with AnyReader([tmp_path / "bag"]) as bag:
        assert bag.message_count == 25
        assert (bag.start_time, bag.end_time) == (1000, 1025)
        (connection,) = bag.connections
        quality = connection.ext.offered_qos_profiles[0]
        assert (quality.depth, quality.durability.name) == (7, "TRANSIENT_LOCAL")
        assert [bag.deserialize(raw, TYPE).index for _, _, raw in bag.messages()][-1] == 24
    with (tmp_path / "bag" / BAG_FILE).open("rb") as stream:
        summary = make_reader(stream, validate_crcs=True).get_summary()
        assert summary is not None
        assert summary.statistics is not None
        assert summary.statistics.message_count == 25
        assert [schema.name for schema in summary.schemas.values()] == [TYPE]


def test_a_bag_without_messages_is_readable(tmp_path: Path) -> None:
    write_bag(tmp_path / "bag", 0)
    with AnyReader([tmp_path / "bag"]) as bag:
        assert bag.message_count == 0


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.95, 0.999])
def test_a_cut_file_gives_every_finished_chunk(tmp_path: Path, share: float) -> None:
    """Mcap's indexed readers return nothing of a file cut at 60 % (safety 4, salvage)."""
    write_bag(tmp_path / "bag", 500)
    file = tmp_path / "bag" / BAG_FILE
    size = file.stat().st_size
    os.truncate(file, int(size * share))
    reader = BagReader(tmp_path / "bag")
    found = indices(reader)
    assert found == list(range(len(found)))
    assert len(found) >= int(500 * share * 0.6)
    assert reader.damage


@pytest.fixture(scope="module")
def whole_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    write_bag(folder / "bag", 60)
    return folder / "bag" / BAG_FILE


@settings(max_examples=200)
@given(data=st.data())
def test_no_damage_raises_or_invents_messages(whole_file: Path, data: st.DataObject) -> None:
    content = bytearray(whole_file.read_bytes())
    position = data.draw(st.integers(0, len(content) - 1))
    content[position] ^= data.draw(st.integers(1, 255))
    damaged = whole_file.with_name("damaged")
    damaged.write_bytes(content[: data.draw(st.integers(position, len(content)))])
    reader = BagReader(damaged)
    found = [int.from_bytes(item.data[12:16], "little") for item in reader.messages("/samples")]
    assert found == sorted(set(found))
    assert set(found) <= set(range(60))


def test_a_damaged_chunk_does_not_hide_the_later_ones(tmp_path: Path) -> None:
    write_bag(tmp_path / "bag", 100)
    file = tmp_path / "bag" / BAG_FILE
    content = bytearray(file.read_bytes())
    third_chunk = [match.start() for match in re.finditer(b"lz4", content)][2]
    content[third_chunk + 100] ^= 0xFF
    file.write_bytes(content)
    reader = BagReader(tmp_path / "bag")
    found = indices(reader)
    assert found == [index for index in range(100) if index // 10 != 2]
    assert reader.damage


def test_a_killed_writer_leaves_a_folder_that_opens(tmp_path: Path) -> None:
    script = (
        "import sys, time; sys.path.insert(0, sys.argv[2]); from pathlib import Path\n"
        "from test_bag_writer_reader import BagWriter, TYPE, TEXT, QUALITY, sample\n"
        "writer = BagWriter(Path(sys.argv[1])); writer.add_topic('/samples', TYPE, TEXT, QUALITY)\n"
        "for i in range(30): writer.write('/samples', sample(i), 1 + i, 1 + i)\n"
        "writer.checkpoint()\n"
        "for i in range(30, 35): writer.write('/samples', sample(i), 1 + i, 1 + i)\n"
        "print('ready', flush=True); time.sleep(60)\n"
    )
    bag = tmp_path / "bag"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(bag), str(Path(__file__).parent)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGKILL)
    assert indices(reader := BagReader(bag)) == list(range(30))
    size = (bag / BAG_FILE).stat().st_size
    assert reader.damage == f"unreadable from byte {size} on: it breaks off; it was not finished"
    assert "storage_identifier: mcap" in (bag / "metadata.yaml").read_text()


def test_an_existing_bag_is_never_overwritten(tmp_path: Path) -> None:
    write_bag(tmp_path / "bag", 3)
    with pytest.raises(RecordError, match="already holds a bag"):
        BagWriter(tmp_path / "bag")


def test_a_full_disk_is_a_record_error(tmp_path: Path) -> None:
    """/dev/full takes nothing, as a full disk does."""
    bag = tmp_path / "bag"
    writer = BagWriter(bag)
    writer.add_topic("/samples", TYPE, TEXT, QUALITY)
    writer.write("/samples", sample(0), 1, 1)
    full = os.open("/dev/full", os.O_WRONLY)
    descriptor = next(
        int(name)
        for name in os.listdir("/proc/self/fd")
        if os.path.realpath(f"/proc/self/fd/{name}") == str((bag / BAG_FILE).resolve())
    )
    os.dup2(full, descriptor)
    os.close(full)
    with pytest.raises(RecordError, match="No space left on device"):
        writer.checkpoint()
    writer.close()


def test_an_unwritable_folder_is_a_record_error() -> None:
    with pytest.raises(RecordError, match="cannot write to"):
        BagWriter(Path("/proc/eyehand"))


@pytest.mark.parametrize("content", [b"", b"not an mcap file at all", b"\x89MCAP0\r\n"])
def test_other_files_are_damaged_bags_without_messages(tmp_path: Path, content: bytes) -> None:
    (tmp_path / BAG_FILE).write_bytes(content)
    reader = BagReader(tmp_path)
    assert list(reader.messages()) == []
    assert reader.damage


def test_a_missing_bag_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no MCAP file"):
        BagReader(tmp_path / "nothing")
