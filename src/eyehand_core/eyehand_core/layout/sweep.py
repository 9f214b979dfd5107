"""Whether an object can be pushed straight from one place to another."""

from __future__ import annotations

from eyehand_core.layout.outline import Outline
from eyehand_core.layout.scene import LayoutObject, LayoutScene


def first_obstacle(scene: LayoutScene, mover: LayoutObject, end: tuple[float, float]) -> str | None:
    """Return the name of what the mover's outline meets first on the straight way to ``end``.

    Touching edges are no obstacle; regions, open things and other layers are none either.

    Args:
        scene: everything that may be in the way.
        mover: the object, where it begins.
        end: where its centre is to go, x right, y down [canvas units].
    """
    met = []
    for thing in scene.objects:
        is_solid = thing.appearance.is_solid and not thing.appearance.is_open
        if thing.name == mover.name or thing.layer != mover.layer or not is_solid:
            continue
        share = _meeting_share(mover.outline, end, thing.outline)
        if share is not None:
            met.append((share, thing.name))
    return min(met)[1] if met else None


def _meeting_share(mover: Outline, end: tuple[float, float], obstacle: Outline) -> float | None:
    """Return the share of the way at which two outlines begin to overlap; None if they never do.

    The obstacle grown by the mover's half sides is crossed by the way of the mover's centre.
    """
    enter, leave = 0.0, 1.0
    for axis in (0, 1):
        start, way = mover.center[axis], end[axis] - mover.center[axis]
        half = (mover.size[axis] + obstacle.size[axis]) / 2.0 - 1e-6
        low, high = obstacle.center[axis] - half, obstacle.center[axis] + half
        if way == 0.0:
            if not low < start < high:
                return None
            continue
        shares = sorted(((low - start) / way, (high - start) / way))
        enter, leave = max(enter, shares[0]), min(leave, shares[1])
    return enter if enter < leave else None
