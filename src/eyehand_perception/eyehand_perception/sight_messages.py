"""What perception knows about its own measurements, as a diagnostic message per sample."""

from __future__ import annotations

import math
from collections.abc import Mapping

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from eyehand_core.world_state import WorldState

from eyehand_nodekit import stamps
from eyehand_perception.perceived_world import CARRIED, MEASURED, Track

_LEVELS = {MEASURED: DiagnosticStatus.OK, CARRIED: DiagnosticStatus.OK}


def sight_to_message(
    stamp_ns: int, tracks: Mapping[str, Track], state: WorldState
) -> DiagnosticArray:
    """Return one status per object and one per verdict of a person.

    Args:
        stamp_ns: of the sample [ns].
        tracks: what is known of each object.
        state: the sample.
    """
    message = DiagnosticArray(
        status=[
            *(_track_status(name, track, state.stamp) for name, track in tracks.items()),
            *(_verdict_status(term, value) for term, value in state.verdicts.items()),
        ]
    )
    message.header.stamp = stamps.from_nanoseconds(stamp_ns)
    return message


def _track_status(name: str, track: Track, now: float) -> DiagnosticStatus:
    facts = {
        "source": track.source,
        "position_deviation_mm": f"{1000.0 * track.position_deviation:.3f}",
        "angle_deviation_deg": f"{math.degrees(track.angle_deviation):.3f}",
        "seen_s_ago": f"{max(0.0, now - track.seen):.3f}",
    }
    if track.estimate is not None:
        facts |= {
            "markers": str(track.estimate.markers),
            "cameras": str(track.estimate.cameras),
            "residual_px": f"{track.estimate.residual:.3f}",
        }
    return _status(f"object {name}", track.source, facts, _LEVELS.get(track.source))


def _verdict_status(term: str, value: bool) -> DiagnosticStatus:
    said = "a person says yes" if value else "a person says no"
    return _status(f"verdict {term}", said, {"source": "person"}, DiagnosticStatus.OK)


def _status(
    name: str, message: str, facts: Mapping[str, str], level: bytes | None
) -> DiagnosticStatus:
    return DiagnosticStatus(
        level=DiagnosticStatus.WARN if level is None else level,
        name=name,
        message=message,
        hardware_id="cell",
        values=[KeyValue(key=key, value=value) for key, value in facts.items()],
    )
