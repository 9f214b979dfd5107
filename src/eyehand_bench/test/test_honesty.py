"""Physical honesty: grips hold, what rests stays at rest, and overlaps are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_bench.direct.honesty import GRIPPED, rest, slip
from eyehand_bench.direct.workplace import Workplace, workplace
from eyehand_bench.seeds.protocol import probe_seed

from eyehand_world import physics_settings

pytestmark = pytest.mark.sim

CONFIG = Path(__file__).resolve().parents[3] / "config"


@pytest.fixture(scope="module")
def place() -> Workplace:
    return workplace(CONFIG, "dual_x5")


@pytest.mark.parametrize("task", ["beat_block_hammer", "lift_pot"])
def test_a_gripped_object_slips_less_than_a_millimetre(place: Workplace, task: str) -> None:
    """These two slip farthest; benchmarks/physical_honesty.py measures the others too."""
    held = slip(place, task, GRIPPED[task])
    assert held.shift_mm < 1.0
    assert held.turn_deg < 2.0
    assert held.overlap_mm < 2.0


def test_an_object_at_rest_stays_and_gains_no_energy(place: Workplace) -> None:
    """A standing bottle is the least steady of all objects."""
    left = rest(place, "grasp_single_bottle_upright")
    assert left.shift_mm < 0.05
    assert left.speed_mm_s < 1.0


def test_a_scene_in_which_bodies_sink_into_each_other_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the soft contacts that are MuJoCo's default, the cube sinks into the bowl."""
    monkeypatch.setattr(physics_settings, "CONTACT_SOLREF", (0.02, 1.0))
    probe = probe_seed(CONFIG, "dual_x5", "place_cube_in_bowl", 1000)
    assert not probe.kept
    assert probe.reason.startswith("bowl and cube overlap by")
