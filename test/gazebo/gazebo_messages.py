"""Message classes of Gazebo's two transports, from the descriptor sets that were compiled."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

from fetch_gazebo import FOLDER

sys.path.append(str(FOLDER / "python"))  # after everything of the stack


@cache
def message_class(transport: str, name: str) -> Any:
    """Return a message class.

    Args:
        transport: ``gazebo`` or ``ignition``.
        name: message name without package, for example ``WorldControl``.
    """
    from google.protobuf import message_factory

    descriptor = _pool(transport).FindMessageTypeByName(f"{transport}.msgs.{name}")
    return message_factory.GetMessageClass(descriptor)


@cache
def _pool(transport: str) -> Any:
    from google.protobuf import descriptor_pb2, descriptor_pool

    files = descriptor_pb2.FileDescriptorSet()
    files.ParseFromString(Path(FOLDER / f"{transport}.protoset").read_bytes())
    pool = descriptor_pool.DescriptorPool()
    waiting = {file.name: file for file in files.file}
    while waiting:  # a file is added after those that it imports
        for name, file in list(waiting.items()):
            if not any(needed in waiting for needed in file.dependency):
                pool.Add(waiting.pop(name))
    return pool
