"""Episodes as lines of JSON: everything that was said, done and judged."""

from __future__ import annotations

import json
from typing import Any

from eyehand_core.layout.goal import LayoutVerdict
from eyehand_core.layout.play import Trace

FORMAT = 1


def trace_line(trace: Trace) -> str:
    """Return an episode as one line of JSON."""
    content = {
        "format": FORMAT,
        "task": trace.task,
        "version": trace.version,
        "family": trace.family,
        "level": trace.level,
        "seed": trace.seed,
        "condition": trace.condition,
        "outcome": trace.outcome,
        "ending": trace.ending,
        "reason": trace.reason,
        "score": trace.verdict.score,
        "digest": trace.digest,
        "steps": [
            {
                "replies": [vars(reply) for reply in step.replies],
                "decision": step.decision,
                "code": step.code,
                "scene": step.scene.digest(),
                "feedback": step.feedback,
                **_judgement(step.verdict),
            }
            for step in trace.steps
        ],
    }
    return json.dumps(content, ensure_ascii=False)


def _judgement(verdict: LayoutVerdict) -> dict[str, Any]:
    return {
        "score": verdict.score,
        "findings": [
            {"wanted": f.wanted, "holds": f.holds, "check": f.is_check} for f in verdict.findings
        ],
    }
