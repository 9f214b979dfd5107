"""Lock-stepped time: when it passes, what is published, that runs repeat bit for bit."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from eyehand_core.errors import WorldError
from eyehand_core.scene import Part, SceneObject
from eyehand_world.gripper_controller import GripperGoal
from eyehand_world.lockstep import GRIPPER_WAIT_S, PARTNER_WAIT_S

pytestmark = pytest.mark.sim

ARM, OTHER = "right_arm_controller", "left_arm_controller"


def _digest(bench) -> str:
    digest = hashlib.sha256()
    for sample in bench.samples:
        digest.update(np.int64(sample.stamp_ns).tobytes())
        for values in (sample.positions, sample.velocities, sample.efforts):
            digest.update(values.tobytes())
        for item in sample.state.objects.values():
            digest.update(item.pose.position.tobytes() + item.pose.quaternion.tobytes())
        for contact in sample.state.contacts:
            digest.update(np.float64([contact.normal_force, contact.penetration]).tobytes())
    return digest.hexdigest()


def pick_and_drop(make_bench, make_cube) -> str:
    bench = make_bench(make_cube("cube", 0.2, -0.15), make_cube("other", 0.1, -0.1, above=0.02))
    bench.pick("right", "cube")
    target = bench.grasp_joints("right", [0.15, -0.12, 0.86])
    bench.do(ARM, bench.way_to("right", target))
    bench.do("right_gripper_controller", GripperGoal(position=0.045, max_effort=0.0))
    return _digest(bench)


def test_run_repeats_bit_for_bit_also_in_another_process(make_bench, make_cube) -> None:
    first = pick_and_drop(make_bench, make_cube)
    assert pick_and_drop(make_bench, make_cube) == first
    program = (
        "import importlib.util, sys\n"
        "def load(path):\n"
        "    spec = importlib.util.spec_from_file_location('m', path)\n"
        "    module = importlib.util.module_from_spec(spec)\n"
        "    spec.loader.exec_module(module)\n"
        "    return module\n"
        "worlds, this = load(sys.argv[1]), load(sys.argv[2])\n"
        "print(this.pick_and_drop(worlds.bench_of, worlds.cube))\n"
    )
    here = Path(__file__)
    done = subprocess.run(
        [sys.executable, "-c", program, str(here.with_name("conftest.py")), str(here)],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.strip() == first


def test_samples_come_at_fixed_ticks_and_at_the_pause(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15))
    assert [s.state.at_rest for s in bench.samples] == [True]
    epoch = bench.samples[0].stamp_ns - bench.world.tick * 4_000_000
    arrival = bench.world.tick + 75  # 0.3 s
    bench.do(ARM, bench.way_to("right", np.full(6, 0.1), duration=0.3))
    ticks = [(s.stamp_ns - epoch) // 4_000_000 for s in bench.samples[1:]]
    assert [t for t in ticks if t < arrival] == [
        t for t in range(arrival - 75 + 1, arrival) if t % 20 == 0
    ]
    settling = [t for t in ticks[:-1] if t > arrival + 10]
    assert len(settling) > 2
    assert np.diff(settling).tolist() == [10] * (len(settling) - 1)
    assert all(tick % 10 == 0 for tick in ticks[:-1])
    assert [s.state.at_rest for s in bench.samples[1:]] == [False] * (len(ticks) - 1) + [True]
    assert [s.state.sequence for s in bench.samples] == list(range(len(bench.samples)))
    assert bench.samples[-1].stamp_ns == bench.world.now_ns


def test_world_stays_awake_long_enough_for_a_hold(make_bench) -> None:
    bench = make_bench()
    endings = bench.start(ARM, bench.way_to("right", bench.joints("right"), duration=0.1))
    while not endings:
        bench.world.advance()
    ended = bench.world.tick
    bench.run()
    assert bench.world.tick - ended >= 30


def test_dropped_cube_comes_to_rest_before_the_pause(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15))
    bench.pick("right", "cube")
    bench.do(ARM, bench.way_to("right", bench.grasp_joints("right", [0.2, -0.15, 0.82])))
    bench.do("right_gripper_controller", GripperGoal(position=0.045, max_effort=0.0))
    cube = bench.samples[-1].state.objects["cube"]
    assert cube.pose.position[2] == pytest.approx(0.76, abs=0.001)
    assert np.linalg.norm(cube.linear_velocity) < 0.001


def test_settling_ends_within_its_longest_time(make_bench) -> None:
    """A ball on the floor may roll on; the pause comes after 2 s all the same."""
    ball = SceneObject(
        name="ball",
        parts=(Part(kind="sphere", size=(0.03,)),),
        mass=0.1,
        position=(1.5, -1.0, 0.03),
        quaternion=(1.0, 0.0, 0.0, 0.0),
        size=(0.06, 0.06, 0.06),
    )
    bench = make_bench(ball)
    endings = bench.start(ARM, bench.way_to("right", bench.joints("right"), duration=0.1))
    speed_at = int(bench.physics.model.joint("ball").dofadr[0])
    bench.physics.data.qvel[speed_at] = 0.5
    while not endings:
        bench.world.advance()
    ended = bench.world.tick
    bench.run()
    assert bench.world.tick - ended == 500
    assert np.linalg.norm(bench.samples[-1].state.objects["ball"].linear_velocity) > 0.01


def test_scene_that_does_not_settle_is_a_fault(make_bench, make_cube) -> None:
    with pytest.raises(WorldError, match="seed 7: something still moves 8 s"):
        make_bench(make_cube("cube", 3.0, -1.0, above=200.0))


def test_diverging_physics_is_a_fault(make_bench, make_cube, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    bench = make_bench(make_cube("cube", 0.2, -0.15))
    bench.start(ARM, bench.way_to("right", np.full(6, 0.1)))
    bench.physics.data.qvel[:] = np.nan
    with pytest.raises(WorldError, match="diverged"):
        bench.run()
    assert list(tmp_path.iterdir()) == [], "MuJoCo left a log file behind"


def test_lone_goal_with_a_common_stamp_waits_for_its_partner(make_bench) -> None:
    bench = make_bench()
    stamp = bench.world.now_ns + 100_000_000
    bench.start(ARM, bench.way_to("right", np.full(6, 0.1), start_ns=stamp))
    assert bench.world.partner_wait_s == PARTNER_WAIT_S
    bench.start(OTHER, bench.way_to("left", np.full(6, 0.1), start_ns=stamp))
    assert bench.world.partner_wait_s == 0.0


def test_other_stamp_is_no_partner(make_bench) -> None:
    bench = make_bench()
    for controller, arm, ahead in ((ARM, "right", 100_000_000), (OTHER, "left", 200_000_000)):
        stamp = bench.world.now_ns + ahead
        bench.start(controller, bench.way_to(arm, np.full(6, 0.1), start_ns=stamp))
    assert bench.world.partner_wait_s == PARTNER_WAIT_S
    bench.world.stop_waiting()
    assert bench.world.partner_wait_s == 0.0


def test_nobody_is_waited_for_without_need(make_bench) -> None:
    bench = make_bench()
    bench.start(ARM, bench.way_to("right", np.full(6, 0.1)))
    assert bench.world.partner_wait_s == 0.0
    alone = make_bench(arms=("right",))
    alone.start(ARM, alone.way_to("right", np.full(6, 0.1), start_ns=alone.world.now_ns + 10**8))
    assert alone.world.partner_wait_s == 0.0


def test_gripper_waits_for_the_other_gripper_before_the_first_tick_only(make_bench) -> None:
    bench = make_bench()
    close = GripperGoal(position=0.0, max_effort=0.0)
    bench.start("right_gripper_controller", close)
    assert bench.world.partner_wait_s == GRIPPER_WAIT_S
    bench.start("left_gripper_controller", close)
    assert bench.world.partner_wait_s == 0.0
    bench.run()
    bench.start("right_gripper_controller", close)
    bench.world.advance()
    assert bench.world.partner_wait_s == 0.0


def test_both_arms_keep_step(make_bench) -> None:
    bench = make_bench()
    stamp = bench.world.now_ns + 100_000_000
    for controller, arm in ((ARM, "right"), (OTHER, "left")):
        bench.start(controller, bench.way_to(arm, np.full(6, 0.4), start_ns=stamp))
    while not bench.world.paused:
        bench.world.advance()
        assert np.abs(bench.joints("left") - bench.joints("right")).max() < 1e-3
    np.testing.assert_allclose(bench.joints("left"), 0.4, atol=1e-3)
