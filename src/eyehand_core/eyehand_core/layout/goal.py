"""What a layout task asks for, and the verdict of the rules on a scene."""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.terms import Term

_PRESENCE_WEIGHT = 0.2
_GOAL_WEIGHT = 0.8
_VIOLATION_COST = 0.1


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What the rules say about one term.

    Attributes:
        wanted: what has to hold, in words.
        about: names of the objects that have to be brought into the right state.
        advice: what is wrong and which way to go; empty if the term holds.
        is_check: a physical check rather than a part of the goal.
    """

    wanted: str
    about: tuple[str, ...]
    advice: str
    is_check: bool

    @property
    def holds(self) -> bool:
        """True if there is nothing to advise."""
        return self.advice == ""


@dataclass(frozen=True, kw_only=True)
class LayoutVerdict:
    """Judgement of one scene.

    Attributes:
        findings: one for each goal term, then one for each check.
        score: 0 to 1, exactly 1 when done.
    """

    findings: tuple[Finding, ...]
    score: float

    @property
    def done(self) -> bool:
        """True if every goal term and every physical check holds."""
        return all(finding.holds for finding in self.findings)

    @property
    def failing(self) -> tuple[Finding, ...]:
        """What does not hold."""
        return tuple(finding for finding in self.findings if not finding.holds)


@dataclass(frozen=True, kw_only=True)
class LayoutGoal:
    """What a layout task asks for.

    Attributes:
        terms: goal terms.
        checks: physical checks.
        required: objects that have to be present.
    """

    terms: tuple[Term, ...]
    checks: tuple[Term, ...]
    required: tuple[str, ...]

    def judge(self, scene: LayoutScene) -> LayoutVerdict:
        """Return the verdict on a scene.

        The score is 0.2 p + 0.8 r - 0.1 v, not below 0, with p the share of required objects that
        are present, r the share of goal terms that hold, v the number of violated checks.
        """
        terms = tuple(_finding(term, scene, False) for term in self.terms)
        checks = tuple(_finding(check, scene, True) for check in self.checks)
        present = sum(scene.find(name) is not None for name in self.required)
        share = present / len(self.required) if self.required else 1.0
        satisfied = sum(finding.holds for finding in terms) / len(terms)
        violated = sum(not finding.holds for finding in checks)
        points = _PRESENCE_WEIGHT * share + _GOAL_WEIGHT * satisfied - _VIOLATION_COST * violated
        return LayoutVerdict(findings=(*terms, *checks), score=max(0.0, round(points, 9)))


def _finding(term: Term, scene: LayoutScene, is_check: bool) -> Finding:
    return Finding(
        wanted=term.wanted, about=term.about, advice=term.advice(scene), is_check=is_check
    )
