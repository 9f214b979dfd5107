"""Relations between objects: one registered definition for every part that uses them.

The decision grammar takes the names, the resolver the candidate places, the evaluator the truth,
prompts, feedback and documentation the words. A further relation is one registration in one of
these modules.
"""

from eyehand_core.layout.relations import (
    aligned,
    around,
    between,
    compound,
    contact,
    directed,
    proximity,
    region,
)
from eyehand_core.layout.relations.relation import RELATIONS, Relation, Wanted

__all__ = [
    "RELATIONS",
    "Relation",
    "Wanted",
    "aligned",
    "around",
    "between",
    "compound",
    "contact",
    "directed",
    "proximity",
    "region",
]
