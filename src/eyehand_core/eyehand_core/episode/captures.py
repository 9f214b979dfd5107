"""Which pictures a condition shows in a turn."""

from __future__ import annotations

from eyehand_core.camera_motion import CameraRequest
from eyehand_core.capture_request import CaptureRequest
from eyehand_core.episode.condition import Condition
from eyehand_core.episode.next_subtask import target_objects
from eyehand_core.predicates.judge import Verdict
from eyehand_core.tasks.task import Task
from eyehand_core.views import anchor_of


def captures(condition: Condition, task: Task, verdict: Verdict) -> tuple[CaptureRequest, ...]:
    """Return what the camera is asked for, the current view last.

    Args:
        condition: observation condition.
        task: the task.
        verdict: on the present state; it decides what the target is.
    """
    requests = []
    if condition.passive_views:
        anchor, names = anchor_of(task.arms), condition.passive_views
        best = condition.most_diagnostic_only
        requests.append(
            CaptureRequest(
                views=tuple(CameraRequest(action=name, anchor=anchor) for name in names),
                target=target_objects(task, verdict) if best else (),
                depth=condition.depth,
            )
        )
    if condition.camera:
        requests.append(CaptureRequest(depth=condition.depth))
    return tuple(requests)
