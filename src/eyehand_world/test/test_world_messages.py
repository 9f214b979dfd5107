"""Fixed frames and joint samples as messages."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

pytest.importorskip("tf2_msgs.msg")

from eyehand_core.geometry.pose import Pose  # noqa: E402

from eyehand_nodekit import stamps  # noqa: E402
from eyehand_world import world_messages  # noqa: E402


@pytest.mark.sim
def test_fixed_frames_are_those_of_the_physics(make_bench, urdf) -> None:
    bench = make_bench(settle=False)
    model, data = bench.physics.model, mujoco.MjData(bench.physics.model)
    mujoco.mj_kinematics(model, data)
    frames = world_messages.fixed_frames(urdf).transforms
    assert {"base", "left_base", "right_tool", "right_tcp"} <= {f.child_frame_id for f in frames}
    for frame in frames:
        t, q = frame.transform.translation, frame.transform.rotation
        offset = Pose.of([t.x, t.y, t.z], [q.w, q.x, q.y, q.z])
        parent, child = (
            Pose.of(data.body(name).xpos, data.body(name).xquat)
            for name in (frame.header.frame_id, frame.child_frame_id)
        )
        expected = parent @ offset
        np.testing.assert_allclose(child.position, expected.position, atol=1e-9)
        np.testing.assert_allclose(child.matrix, expected.matrix, atol=1e-9)


@pytest.mark.sim
def test_joint_sample(make_bench, robot) -> None:
    bench = make_bench()
    sample = bench.samples[-1]
    message = world_messages.joint_state(sample)
    assert stamps.to_nanoseconds(message.header.stamp) == sample.stamp_ns
    assert set(robot.arms["left"].joints) <= set(message.name)
    assert {"right_finger1_joint", "right_finger2_joint"} <= set(message.name)
    assert list(message.position) == sample.positions.tolist()
    assert len(message.velocity) == len(message.effort) == len(message.name) == 16
