"""No damage of a bag goes unnoticed, and damage of the index alone costs no message."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from eyehand_bench.record.bag_folder_check import folder_warnings, index_is_whole
from eyehand_bench.record.bag_reader import BagReader, bag_file
from hypothesis import given, settings
from hypothesis import strategies as st
from mcap.opcode import Opcode
from mcap.reader import make_reader
from test_bag_writer_reader import indices, write_bag

MESSAGES = 60


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound") / "bag"
    write_bag(folder, MESSAGES)
    return folder


def index_starts(file: Path) -> list[int]:
    """Return where the records of the index begin: one per chunk and topic, then the summary."""
    with file.open("rb") as stream:
        summary = make_reader(stream).get_summary()
    assert summary is not None
    return [
        place for chunk in summary.chunk_indexes for place in chunk.message_index_offsets.values()
    ]


def flipped(sound: Path, position: int, bits: int) -> Path:
    content = bytearray(bag_file(sound).read_bytes())
    content[position] ^= bits
    damaged = sound.with_name("damaged.mcap")
    damaged.write_bytes(content)
    return damaged


def test_a_sound_bag_gives_no_warning(sound: Path) -> None:
    assert folder_warnings(sound, bag_file(sound)) == ()


@pytest.mark.slow
@settings(max_examples=300)
@given(place=st.floats(0.0, 1.0, exclude_max=True), bit=st.integers(0, 7))
def test_no_flipped_bit_goes_unnoticed(sound: Path, place: float, bit: int) -> None:
    size = bag_file(sound).stat().st_size
    damaged = flipped(sound, int(place * size), 1 << bit)
    reader = BagReader(damaged)
    found = indices(reader)
    assert reader.damage or not index_is_whole(damaged)
    assert reader.damage or found == list(range(MESSAGES))


@pytest.mark.slow
@settings(max_examples=100)
@given(data=st.data())
def test_a_flipped_record_of_the_index_is_warned_of_and_hides_nothing(
    sound: Path, data: st.DataObject
) -> None:
    start = data.draw(st.sampled_from(index_starts(bag_file(sound))))
    content = bag_file(sound).read_bytes()
    assert content[start] == Opcode.MESSAGE_INDEX
    length = int.from_bytes(content[start + 1 : start + 9], "little")
    damaged = flipped(
        sound,
        start + 9 + data.draw(st.integers(0, length - 1)),
        data.draw(st.integers(1, 255)),
    )
    reader = BagReader(damaged)
    assert indices(reader) == list(range(MESSAGES))
    assert reader.damage == ""
    (warning,) = folder_warnings(sound, damaged)
    assert "index" in warning
    assert f"mcap recover {damaged}" in warning


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "is missing"),
        ("{", "cannot be read"),
        ("a: 1", "nothing about a bag"),
        ("", "nothing"),
    ],
)
def test_metadata_that_rosbag2_cannot_use_is_warned_of(
    tmp_path: Path, text: str | None, says: str
) -> None:
    write_bag(tmp_path / "bag", 3)
    (tmp_path / "bag" / "metadata.yaml").unlink()
    if text is not None:
        (tmp_path / "bag" / "metadata.yaml").write_text(text)
    (warning,) = folder_warnings(tmp_path / "bag", bag_file(tmp_path / "bag"))
    assert says in warning
    assert "ros2 bag reindex" in warning
