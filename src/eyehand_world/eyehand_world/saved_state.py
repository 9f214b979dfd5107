"""Saved states: bytes from which a world goes on bit for bit."""

from __future__ import annotations

import json
import struct

import mujoco
import numpy as np
from eyehand_core.errors import WorldFault

from eyehand_world.lockstep import LockstepWorld

_MAGIC = b"eyehand-world-1\n"
_LENGTH = struct.Struct("<I")


def save(world: LockstepWorld) -> bytes:
    """Return the state of a paused world.

    Raises:
        WorldFault: time is passing.
    """
    if not world.paused:
        raise WorldFault("the world can be saved only while it is paused; wait for at_rest")
    vectors = {"physics": world.physics.state_vector()}
    vectors |= {name: item.state() for name, item in world.controllers.items()}
    header = {
        "mujoco": mujoco.__version__,
        "scene": world.built.scene.digest(),
        "tick": world.tick,
        "sizes": {name: vector.size for name, vector in vectors.items()},
    }
    text = json.dumps(header).encode()
    numbers = np.concatenate(list(vectors.values())).astype("<f8").tobytes()
    return _MAGIC + _LENGTH.pack(len(text)) + text + numbers


def restore(world: LockstepWorld, saved: bytes, now_ns: int) -> None:
    """Put a world of the same scene back; world time goes on from ``now_ns``.

    Raises:
        WorldFault: the bytes are no state of this scene and simulator.
    """
    header, numbers = _read(saved)
    expected = {"mujoco": mujoco.__version__, "scene": world.built.scene.digest()}
    for key, value in expected.items():
        if header.get(key) != value:
            raise WorldFault(
                f"saved state is of {key} {header.get(key)!r}, this world has {value!r}; "
                "reset to the same task and seed with the same simulator first"
            )
    vectors = {}
    for name, size in header["sizes"].items():
        vectors[name], numbers = numbers[:size], numbers[size:]
    world.hold_all("the world was put back into a saved state")
    world.physics.set_state_vector(vectors["physics"])
    for name, controller in world.controllers.items():
        controller.set_state(vectors[name])
    world.shift_time(int(header["tick"]), now_ns)


def _read(saved: bytes) -> tuple[dict[str, object], np.ndarray]:  # type: ignore[type-arg]
    try:
        if not saved.startswith(_MAGIC):
            raise ValueError("wrong first bytes")
        start = len(_MAGIC) + _LENGTH.size
        (length,) = _LENGTH.unpack(saved[len(_MAGIC) : start])
        header = json.loads(saved[start : start + length])
        numbers = np.frombuffer(saved[start + length :], dtype="<f8")
        if sum(header["sizes"].values()) != numbers.size:
            raise ValueError("cut off")
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise WorldFault(f"not a saved world state: {error}") from error
    return header, numbers
