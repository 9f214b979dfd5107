"""Rows of the action table for the active camera."""

from __future__ import annotations

import math
from collections.abc import Iterator

from eyehand_core.camera_motion import MOVE_STEP, TURN_STEP, ZOOM_STEP
from eyehand_core.decisions.action_form import ActionForm
from eyehand_core.decisions.decision import DecisionKind, Look

VIEWS = {
    "topdown": "from straight above",
    "side": "from the side, almost level",
    "front_side_45": "from between front and side, slightly above",
    "side_top_45": "from the side, 45 degrees above",
    "oblique_45": "from between front and side, well above",
}
"""Named views: where each looks from."""

_MOVE, _ZOOM = f"{100 * MOVE_STEP:g} cm", f"{100 * ZOOM_STEP:g} cm"
_TURN = f"{math.degrees(TURN_STEP):g} degrees"

INCREMENTS = {
    "move_left.small": f"camera {_MOVE} to its left",
    "move_right.small": f"camera {_MOVE} to its right",
    "move_up.small": f"camera {_MOVE} up in its image",
    "move_down.small": f"camera {_MOVE} down in its image",
    "zoom_in": f"camera {_ZOOM} forwards",
    "zoom_out": f"camera {_ZOOM} backwards",
    "yaw_left.small": f"camera turned {_TURN} to the left",
    "yaw_right.small": f"camera turned {_TURN} to the right",
    "pitch_up.small": f"camera tilted {_TURN} up",
    "pitch_down.small": f"camera tilted {_TURN} down",
}
"""Bounded camera movements."""


def camera_forms(arms: tuple[str, ...]) -> Iterator[ActionForm]:
    """Yield the camera rows; with two arms every view has a left, a right and a common anchor."""
    is_dual = len(arms) > 1
    for anchor in (*arms, "both") if is_dual else arms:
        whose = "both grippers" if anchor == "both" else f"the {anchor} gripper"
        for view, where in VIEWS.items():
            name = f"camera.view_{anchor}_{view}" if is_dual else f"camera.view_{view}"
            yield _form(name, f"view_{view}", anchor, f"look at {whose} {where}")
    for command, effect in INCREMENTS.items():
        yield _form(f"camera.{command}", command, "", effect)


def _form(name: str, command: str, anchor: str, meaning: str) -> ActionForm:
    return ActionForm(
        name=name,
        kind=DecisionKind.CAMERA,
        meaning=meaning,
        build=lambda _, reason: Look(action=name, command=command, anchor=anchor, reason=reason),
        example={"reason": "see the gap between fingers and object"},
    )
