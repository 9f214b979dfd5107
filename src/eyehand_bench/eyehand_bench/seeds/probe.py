"""What probing one candidate seed has shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Probe:
    """Result for one candidate.

    Attributes:
        seed: the candidate.
        kept: it is at rest after settling and the expert has solved it.
        reason: why it was rejected; empty if it was kept.
        steps: environment steps of the expert.
        digest: of the expert's episode: decisions, states at rest and predicate values.
        turned_deg: largest turn of a free object while it was observed [deg].
        shifted_mm: largest shift of a free object while it was observed [mm].
        overlap_mm: deepest overlap of an object with anything during the episode [mm].
    """

    seed: int
    kept: bool
    reason: str = ""
    steps: int = 0
    digest: str = ""
    turned_deg: float = 0.0
    shifted_mm: float = 0.0
    overlap_mm: float = 0.0
