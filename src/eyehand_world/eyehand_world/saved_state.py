"""Saved states: bytes from which a world goes on bit for bit."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass

import mujoco
import numpy as np
from eyehand_core.errors import WorldError
from eyehand_core.geometry.rotation import Array

from eyehand_world.lockstep import LockstepWorld

_MAGIC = b"eyehand-world-2\n"
_LENGTH = struct.Struct("<I")
_PHYSICS, _FINGERS = "physics", "fingers"


@dataclass(frozen=True, kw_only=True, eq=False)
class _Saved:
    """Content of a saved state: what it belongs to, tick, numbers by part of the world."""

    identity: Mapping[str, str]
    tick: int
    vectors: Mapping[str, Array]


def save(world: LockstepWorld) -> bytes:
    """Return the state of a paused world.

    Raises:
        WorldError: time is passing.
    """
    if not world.paused:
        raise WorldError("the world can be saved only while it is paused; wait for at_rest")
    vectors = _vectors(world)
    header = {
        "identity": _identity(world),
        "tick": world.tick,
        "sizes": {name: vector.size for name, vector in vectors.items()},
    }
    text = json.dumps(header).encode()
    numbers = np.concatenate(list(vectors.values())).astype("<f8").tobytes()
    return _MAGIC + _LENGTH.pack(len(text)) + text + numbers


def restore(world: LockstepWorld, saved: bytes, now_ns: int) -> None:
    """Put a world of the same scene back; world time goes on from ``now_ns``.

    Raises:
        WorldError: the bytes are no state of this scene and simulator.
    """
    content = _read(saved)
    for key, value in _identity(world).items():
        if content.identity.get(key) != value:
            raise WorldError(
                f"saved state is of {key} {content.identity.get(key)!r}, this world has "
                f"{value!r}; reset to the same task and seed with the same robot, surroundings and "
                "simulator first"
            )
    sizes = {name: vector.size for name, vector in content.vectors.items()}
    if sizes != {name: vector.size for name, vector in _vectors(world).items()}:
        raise WorldError("saved state is of another robot; start the world with that robot first")
    world.abort_all("the world was put back into a saved state")
    world.physics.set_state_vector(content.vectors[_PHYSICS])
    for name, controller in world.controllers.items():
        controller.set_state(content.vectors[name])
    world.finger_motion.set_state(content.vectors[_FINGERS])
    world.shift_time(content.tick, now_ns)


def _vectors(world: LockstepWorld) -> dict[str, Array]:
    controllers = {name: item.state() for name, item in world.controllers.items()}
    motion = world.finger_motion.state()
    return {_PHYSICS: world.physics.state_vector(), _FINGERS: motion, **controllers}


def _identity(world: LockstepWorld) -> dict[str, str]:
    return {
        "mujoco": mujoco.__version__,
        "scene": world.built.scene.digest(),
        "model": _model_digest(world.physics.model),
    }


def _model_digest(model: mujoco.MjModel) -> str:
    """Return the SHA-256 (hex) of a compiled model: robot description and surroundings too."""
    content = np.empty(mujoco.mj_sizeModel(model), dtype=np.uint8)
    mujoco.mj_saveModel(model, None, content)
    return hashlib.sha256(content.tobytes()).hexdigest()


def _read(saved: bytes) -> _Saved:
    try:
        if not saved.startswith(_MAGIC):
            raise ValueError("wrong first bytes")
        start = len(_MAGIC) + _LENGTH.size
        (length,) = _LENGTH.unpack(saved[len(_MAGIC) : start])
        header = json.loads(saved[start : start + length])
        sizes = {str(name): int(size) for name, size in header["sizes"].items()}
        numbers = np.frombuffer(saved[start + length :], dtype="<f8")
        if sum(sizes.values()) != numbers.size:
            raise ValueError("cut off")
        ends = np.cumsum(list(sizes.values()))[:-1]
        vectors = dict(zip(sizes, np.split(numbers, ends), strict=True))
        return _Saved(identity=header["identity"], tick=int(header["tick"]), vectors=vectors)
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise WorldError(f"not a saved world state: {error}") from error
