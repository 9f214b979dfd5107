"""Contacts: names, forces against weights, gathering between samples."""

from __future__ import annotations

import pytest
from eyehand_world.contacts import ContactRecorder

pytestmark = pytest.mark.sim


def _between(sample, a, b):
    found = [c for c in sample.state.contacts if c.involves(a) and c.other(a) == b]
    assert len(found) <= 1, "a pair of bodies appears once per sample"
    return found[0] if found else None


@pytest.mark.parametrize("mass", [0.05, 0.4])
def test_resting_cube_presses_with_its_weight(make_bench, make_cube, mass) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15, mass=mass))
    contact = _between(bench.samples[-1], "cube", "table")
    assert contact.normal_force == pytest.approx(mass * 9.81, rel=0.01)
    assert 0.0 <= contact.penetration < 0.001
    assert contact.position[2] == pytest.approx(0.74, abs=0.001)
    assert abs(contact.position[0] - 0.2) < 0.021


def test_stack_names_every_pair(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("low", 0.2, -0.15), make_cube("top", 0.2, -0.15, above=0.04))
    sample = bench.samples[-1]
    assert _between(sample, "low", "top").normal_force == pytest.approx(0.4905, rel=0.02)
    assert _between(sample, "low", "table").normal_force == pytest.approx(0.981, rel=0.02)
    assert _between(sample, "top", "table") is None


def test_short_impact_between_two_samples_is_kept(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15, above=0.1), settle=False)
    recorder = ContactRecorder(bench.world.built.labels)
    strongest = 0.0
    for _ in range(60):
        bench.physics.step_tick()
        recorder.record(bench.physics.data)
        one = ContactRecorder(bench.world.built.labels)
        one.record(bench.physics.data)
        strongest = max([strongest, *(c.normal_force for c in one.take())])
    (contact,) = recorder.take()
    assert {contact.body_a, contact.body_b} == {"cube", "table"}
    assert contact.normal_force == strongest > 2 * 0.4905
    assert recorder.take() == ()


def test_nothing_touches_nothing(make_bench) -> None:
    assert make_bench().samples[-1].state.contacts == ()
