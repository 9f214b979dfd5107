"""An attended robot: nothing moves without a living stack and a person's word."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from eyehand_core.geometry.pose import Pose
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.safety.approval import MotionPreview, PersonalApproval

PREVIEW = MotionPreview(text="move right")


def ask(
    approval: PersonalApproval,
    meanwhile: Callable[[], Any],
    interruption: Callable[[], Refusal | None] = lambda: None,
) -> Refusal | None:
    """Ask for approval; call ``meanwhile`` once the preview is shown."""
    answers: list[Refusal | None] = []
    asked = threading.Event()

    def preview() -> MotionPreview:
        asked.set()
        return PREVIEW

    thread = threading.Thread(target=lambda: answers.append(approval(preview, interruption)))
    thread.start()
    assert asked.wait(5.0)
    meanwhile()
    thread.join(10.0)
    (answer,) = answers
    return answer


def test_a_word_lets_one_motion_begin_or_not() -> None:
    shown: list[MotionPreview | None] = []
    approval = PersonalApproval(shown.append, timeout=5.0)
    assert not approval.answer(True)  # given too early it counts for nothing
    assert ask(approval, lambda: approval.answer(True)) is None
    assert not approval.answer(True)
    refused = ask(approval, lambda: approval.answer(False))
    assert refused is not None
    assert refused.reason is Reason.NOT_CONFIRMED
    assert shown == [PREVIEW, None, PREVIEW, None]


def test_silence_and_interruption_are_no_word() -> None:
    approval = PersonalApproval(lambda preview: None, timeout=0.1)
    refused = ask(approval, lambda: None)
    assert refused is not None
    assert "nobody" in refused.message
    stop = Refusal(reason=Reason.EMERGENCY_STOP, message="stop")
    patient = PersonalApproval(lambda preview: None, timeout=60.0)
    assert ask(patient, lambda: None, lambda: stop) is stop


def test_markers_show_path_end_and_words() -> None:
    pytest.importorskip("visualization_msgs")
    from eyehand_executor.ros_motion_markers import preview_markers
    from visualization_msgs.msg import Marker

    path = np.array([[0.0, 0.0, 1.0], [0.0, 0.1, 1.0], [0.0, 0.2, 1.0]])
    end = Pose.of([0.0, 0.2, 1.0])
    array = preview_markers(
        MotionPreview(text="move left", paths={"left": path}, ends={"left": end})
    )
    kinds = [marker.type for marker in array.markers[1:]]
    assert array.markers[0].action == Marker.DELETEALL
    assert kinds == [Marker.LINE_STRIP, *[Marker.ARROW] * 3, Marker.TEXT_VIEW_FACING]
    line, arrow = array.markers[1], array.markers[2]
    assert [(point.x, point.y, point.z) for point in line.points] == [tuple(row) for row in path]
    assert arrow.pose.position.y == 0.2
    assert "move left" in array.markers[-1].text
    places = {(marker.ns, marker.id) for marker in array.markers}
    assert len(places) == len(array.markers)
    assert len(preview_markers(None).markers) == 1


@pytest.mark.ros
@pytest.mark.sim
def test_an_attended_executor(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Silent agent: refused. All alive: shown, confirmed, moved; or not."""
    pytest.importorskip("rclpy")
    import executor_stack
    from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
    from executor_stack import LONG_S, ONE_ARM_TASK, TRANSLATE, Client
    from eyehand_nodekit.callers import ServiceCaller
    from std_srvs.srv import SetBool, Trigger
    from visualization_msgs.msg import MarkerArray

    from eyehand_nodekit import qos

    monkeypatch.setattr(executor_stack, "DOMAIN", executor_stack.DOMAIN + 80)
    share = executor_stack.slow_share(tmp_path, 0.02)
    flags = ("attended:=true", "confirm_motions:=true", "heartbeat_timeout:=20.0")
    world, executor = (
        executor_stack.start_world(share),
        executor_stack.start_executor(share, *flags),
    )
    client = Client()
    try:
        previews: list[Any] = []
        node = client.node
        node.create_subscription(
            MarkerArray, "motion_preview", lambda m: client._keep(previews, m), qos.LATCHED
        )
        alive = node.create_publisher(DiagnosticArray, "/diagnostics", 10)
        confirm = ServiceCaller(node, SetBool, "confirm_motion", "executor")
        release = ServiceCaller(node, Trigger, "release_stop", "executor")
        client.reset(ONE_ARM_TASK)
        lift = ("right", TRANSLATE, 2, 0.05)
        assert client.move(lift).code == "agent_silent"

        parts = [DiagnosticStatus(name=f"eyehand: {name}") for name in ("agent", "camera")]
        alive.publish(DiagnosticArray(status=parts))
        before = client.right.end_pose.position.z
        running = client.send(lift)
        assert client.until(lambda: len(previews) > 0 and len(previews[-1].markers) > 1, 20.0)
        assert client.right.end_pose.position.z == before
        tip = previews[-1].markers[1].points[-1].z
        assert tip == pytest.approx(before + 0.05, abs=1e-4)
        assert confirm.call(SetBool.Request(data=True), LONG_S).success
        assert running.wait(LONG_S).result.success
        # The result may overtake the states of the arms, which come on a topic of their own.
        assert client.until(lambda: abs(client.right.end_pose.position.z - tip) < 1e-3)

        assert not confirm.call(SetBool.Request(data=True), LONG_S).success
        running = client.send(("right", TRANSLATE, 2, 0.05))
        assert client.until(lambda: len(previews) > 2 and len(previews[-1].markers) > 1, 20.0)
        assert confirm.call(SetBool.Request(data=False), LONG_S).success
        assert running.wait(LONG_S).result.code == "not_confirmed"
        assert release.call(Trigger.Request(), LONG_S).success  # nothing moved: nothing to release
    finally:
        client.close()
        for process in (executor, world):
            process.terminate()
            process.communicate(timeout=60)
