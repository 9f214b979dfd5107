"""What each kind of world can give, for launch files, records and readers of results."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from eyehand_core.registry import Registry


@dataclass(frozen=True, kw_only=True)
class WorldCapabilities:
    """What a world guarantees.

    Attributes:
        exact_repeat: the same seed and decisions give the same states bit for bit.
        lock_step: time stands still between motions; else it goes on while an agent thinks.
        saved_states: a state can be saved and gone back to exactly.
        hides_idle_arms: arms that a task does not use are not there; else they stand at home.
        free_camera: pictures from any pose; else from where cameras are.
        true_states: object states are the simulator's own; else they are measured.
    """

    exact_repeat: bool
    lock_step: bool
    saved_states: bool
    hides_idle_arms: bool
    free_camera: bool
    true_states: bool

    def facts(self) -> dict[str, str]:
        """Return all of it in words, for a node's diagnostics and thereby for the record."""
        return {key: "yes" if value else "no" for key, value in asdict(self).items()}


WORLD_CAPABILITIES: Registry[WorldCapabilities] = Registry("world")

WORLD_CAPABILITIES.add(
    "mujoco",
    WorldCapabilities(
        exact_repeat=True,
        lock_step=True,
        saved_states=True,
        hides_idle_arms=True,
        free_camera=True,
        true_states=True,
    ),
)
WORLD_CAPABILITIES.add(
    "cell",
    WorldCapabilities(
        exact_repeat=False,
        lock_step=False,
        saved_states=False,
        hides_idle_arms=False,
        free_camera=False,
        true_states=False,
    ),
)
WORLD_CAPABILITIES.add(
    "gazebo",
    WorldCapabilities(
        exact_repeat=False,  # commands reach the physics when they arrive, not at a given step
        lock_step=False,
        saved_states=False,
        hides_idle_arms=False,
        free_camera=True,
        true_states=True,
    ),
)
