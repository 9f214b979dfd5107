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

    @property
    def counts(self) -> bool:
        """True if both episodes count."""
        return self.deciding.counts

    @property
    def deciding(self) -> Trace:
        """The episode that counts if and only if both do."""
        return self.symbolic if self.embodied.counts else self.embodied


def embodiment_report(pairs: Sequence[Pair]) -> dict[str, Share | Mean]:
    """Return symbolic, intended and embodied success, their difference, and what hands failed.

    Pairs with an invalid episode are told apart and left out of everything else.
    """
    valid = [pair for pair in pairs if pair.counts]
    steps = [step for pair in valid for step in pair.embodied.steps]
    legal = [step for step in steps if step.legal]
    total = len(valid)
    ones = [float(pair.symbolic.solved) for pair in valid]
    others = [float(pair.embodied.solved) for pair in valid]
    return {
        "symbolic success": Share(count=int(sum(ones)), total=total),
        "intended success": Share(count=sum(pair.intended.done for pair in valid), total=total),
        "embodied success": Share(count=int(sum(others)), total=total),
        "embodied - symbolic": paired_difference(ones, others),
        "legal on the table": Share(count=len(legal), total=len(steps)),
        "not carried out": Share(
            count=sum(step.code == NOT_CARRIED_OUT for step in legal), total=len(legal)
        ),
        "invalid": Share(count=len(pairs) - total, total=len(pairs)),
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
        "reason": trace.reason,
        "steps": len(trace.steps),
        "codes": [step.code for step in trace.steps],
        "failing": [finding.advice for finding in trace.verdict.failing],
        "digest": trace.digest,
    }
