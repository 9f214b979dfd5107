"""What keeps other programs from opening a bag though every message of it can be read."""

from __future__ import annotations

import mmap
import struct
import zlib
from pathlib import Path

import yaml
from mcap.opcode import Opcode

from eyehand_bench.record.bag_metadata import METADATA_FILE
from eyehand_bench.record.mcap_records import HEAD

_MAGIC_BYTES = 8
_FOOTER = struct.Struct("<QQI")
"""Start of the summary, start of its offsets, sum over summary and footer up to here."""

_DATA_END = struct.Struct("<I")
"""Sum over everything before it; 0 if the writer made none."""


def folder_warnings(bag: Path, file: Path) -> tuple[str, ...]:
    """Return what is wrong, one sentence each with the remedy; empty if nothing.

    Args:
        bag: bag folder.
        file: its MCAP file, whole as far as its messages go.
    """
    warnings = []
    if problem := _metadata_problem(bag / METADATA_FILE):
        warnings.append(
            f"{METADATA_FILE} {problem}, so rosbag2 cannot open the bag; "
            f"make it again with:  ros2 bag reindex -s mcap {bag}"
        )
    if not index_is_whole(file):
        warnings.append(
            f"the index of {file.name} is damaged; every message was read, but other programs "
            f"may miss some; make a sound copy with:  mcap recover {file} -o recovered.mcap"
        )
    return tuple(warnings)


def index_is_whole(file: Path) -> bool:
    """Tell whether the sums over data and summary of an MCAP file with a footer are right."""
    with file.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        footer = len(data) - _MAGIC_BYTES - _FOOTER.size
        summary, _, summary_sum = _FOOTER.unpack_from(data, footer)
        summary = summary or footer - HEAD.size
        end = summary - _DATA_END.size
        if not HEAD.size <= end < footer:
            return False
        kind, _ = HEAD.unpack_from(data, end - HEAD.size)
        (data_sum,) = _DATA_END.unpack_from(data, end)
        return (
            kind == Opcode.DATA_END
            and data_sum in (0, zlib.crc32(data[: end - HEAD.size]))
            and summary_sum in (0, zlib.crc32(data[summary : footer + _FOOTER.size - 4]))
        )


def _metadata_problem(path: Path) -> str:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return "is missing"
    except (OSError, ValueError, yaml.YAMLError):
        return "cannot be read"
    sound = isinstance(content, dict) and "rosbag2_bagfile_information" in content
    return "" if sound else "says nothing about a bag"
