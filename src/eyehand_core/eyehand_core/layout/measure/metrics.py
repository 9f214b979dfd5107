"""Metrics of layout episodes. Each is one formula, a count and an interval.

========================  ==========================================================================
success rate              solved episodes / episodes
clean success rate        solved episodes without a blocked leg / episodes
mean steps                sum of the steps of solved episodes / solved episodes
legal-action rate         actions that were legal / actions; an action is a decision that used a
                          step. A blocked leg is legal
first-reply legal rate    actions whose first text was a legal decision / actions
relation accuracy         goal terms that hold / goal terms, final scenes, pooled
mean score                mean of the final scores
correction success rate   episodes whose first error the next action put right / episodes with a
                          first error and a next action
damage rate               actions that made a goal term false that held / actions
repeat rate               actions equal to an earlier one in the same scene / actions
coordinate leaks          texts refused because they held a coordinate / texts
layout IoU                see ``consistency.layout_iou``
position spread           see ``consistency.position_spread`` [canvas units]
========================  ==========================================================================

Episodes that are invalid, because a part of the stack failed, are excluded and counted apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from eyehand_core.intervals import Mean, Share
from eyehand_core.layout.measure.consistency import layout_iou, position_spread
from eyehand_core.layout.measure.correction import damages, first_error, repeats
from eyehand_core.layout.play import Trace

Value = Share | Mean
_INVALID = "invalid"


@dataclass(frozen=True, kw_only=True)
class Metrics:
    """All metrics of some episodes.

    Attributes:
        values: by name, in the order of the table above.
        episodes: how many count.
        excluded: how many were invalid.
    """

    values: dict[str, Value]
    episodes: int
    excluded: int

    def as_json(self) -> dict[str, object]:
        """Return plain values: value, interval, and counts where there are any."""
        rows: dict[str, object] = {
            name: {
                "value": entry.value,
                "interval": entry.interval,
                **(
                    {"count": entry.count, "total": entry.total}
                    if isinstance(entry, Share)
                    else {"total": len(entry.values)}
                ),
            }
            for name, entry in self.values.items()
        }
        return {"episodes": self.episodes, "excluded": self.excluded, **rows}


def measure(traces: Iterable[Trace]) -> Metrics:
    """Return the metrics of episodes, pooled."""
    everything = tuple(traces)
    valid = tuple(trace for trace in everything if trace.outcome != _INVALID)
    steps = [step for trace in valid for step in trace.steps]
    replies = [reply for step in steps for reply in step.replies]
    findings = [f for trace in valid for f in trace.verdict.findings if not f.is_check]
    errors = [error for trace in valid if (error := first_error(trace))]
    answered = [error.corrected for error in errors if error.corrected is not None]
    solved = [trace for trace in valid if trace.solved]
    clean = [trace for trace in solved if not any(step.blocked for step in trace.steps)]
    first_legal = [
        step.legal and step.decision != "" and not step.replies[0].code for step in steps
    ]
    values: dict[str, Value] = {
        "success rate": Share(count=len(solved), total=len(valid)),
        "clean success rate": Share(count=len(clean), total=len(valid)),
        "mean steps": Mean(values=tuple(float(len(trace.steps)) for trace in solved)),
        "legal-action rate": Share(count=sum(s.legal for s in steps), total=len(steps)),
        "first-reply legal rate": Share(count=sum(first_legal), total=len(steps)),
        "relation accuracy": Share(count=sum(f.holds for f in findings), total=len(findings)),
        "mean score": Mean(values=tuple(trace.verdict.score for trace in valid)),
        "correction success rate": Share(count=sum(answered), total=len(answered)),
        "damage rate": Share(count=sum(map(damages, valid)), total=len(steps)),
        "repeat rate": Share(count=sum(map(repeats, valid)), total=len(steps)),
        "coordinate leaks": Share(count=sum(r.is_leak for r in replies), total=len(replies)),
        **_consistency(valid),
    }
    return Metrics(values=values, episodes=len(valid), excluded=len(everything) - len(valid))


def _consistency(traces: tuple[Trace, ...]) -> dict[str, Value]:
    """Return the consistency of runs of the same task, version, seed and condition."""
    runs = defaultdict(list)
    for trace in traces:
        runs[trace.task, trace.version, trace.seed, trace.condition].append(trace.scene)
    repeated = [scenes for scenes in runs.values() if len(scenes) > 1]
    overlaps = [value for scenes in repeated for value in layout_iou(scenes).values]
    spreads = [value for scenes in repeated for value in position_spread(scenes).values]
    return {
        "layout IoU": Mean(values=tuple(overlaps)),
        "position spread": Mean(values=tuple(spreads)),
    }
