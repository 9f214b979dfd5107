"""The same tasks on the canvas and on the table, and what the difference is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eyehand_core.intervals import Mean, Share, paired_difference
from eyehand_core.layout.actions import NOT_CARRIED_OUT
from eyehand_core.layout.goal import LayoutVerdict
from eyehand_core.layout.play import Trace


@dataclass(frozen=True, kw_only=True)
class Pair:
    """One instance, played on the canvas and on the table by the same agent.

    Attributes:
        symbolic: on the canvas.
        embodied: on the table.
        intended: judgement of the layout that the last action on the table was to lead to.
    """

    symbolic: Trace
    embodied: Trace
    intended: LayoutVerdict


def embodiment_report(pairs: Sequence[Pair]) -> dict[str, Share | Mean]:
    """Return symbolic, intended and embodied success, their difference, and what hands failed."""
    steps = [step for pair in pairs for step in pair.embodied.steps]
    legal = [step for step in steps if step.legal]
    total = len(pairs)
    ones = [float(pair.symbolic.solved) for pair in pairs]
    others = [float(pair.embodied.solved) for pair in pairs]
    return {
        "symbolic success": Share(count=int(sum(ones)), total=total),
        "intended success": Share(count=sum(pair.intended.done for pair in pairs), total=total),
        "embodied success": Share(count=int(sum(others)), total=total),
        "embodied - symbolic": paired_difference(ones, others),
        "legal on the table": Share(count=len(legal), total=len(steps)),
        "not carried out": Share(
            count=sum(step.code == NOT_CARRIED_OUT for step in legal), total=len(legal)
        ),
    }


def pair_line(pair: Pair) -> dict[str, Any]:
    """Return one instance as plain values."""
    trace = pair.embodied
    return {
        "task": trace.task,
        "version": trace.version,
        "level": trace.level,
        "seed": trace.seed,
        "symbolic": pair.symbolic.outcome,
        "intended": "success" if pair.intended.done else "failure",
        "embodied": trace.outcome,
        "steps": len(trace.steps),
        "codes": [step.code for step in trace.steps],
        "failing": [finding.advice for finding in trace.verdict.failing],
        "digest": trace.digest,
    }
