"""Working rules for single tasks, and for variants whose objects no demonstration has shown."""

from __future__ import annotations

VARIANT = "_generalization"
"""End of the ids of held-out variants; before it stands the id of the base task."""

_RULES = {
    "lift_pot": (
        "Both grippers have to hold their handle before the lift; half-closed fingers fit over a "
        "handle more easily.",
        "Lift with both arms at the same time and by the same amount, so that the pot stays level.",
    ),
    "handover_horizontal_block": (
        "The arm on the bar's side takes it near one end, lifts it and turns it upright; the other "
        "arm takes the free end before the first one lets go.",
    ),
    "put_everything_in_basket": (
        "One object after the other: after each release look whether it lies inside, and count "
        "what is left in the image.",
        "A gripper that lets go above the basket's floor drops the object; lower it first.",
    ),
}
_VARIANT_RULES = (
    "The objects may look different from those of any demonstration and stand elsewhere. What you "
    "see now counts more than what you were told; assume nothing about size, look or place.",
)


def task_rules(task_id: str) -> tuple[str, ...]:
    """Return the rules that a task adds to the working rules."""
    base = task_id.removesuffix(VARIANT)
    return (*_RULES.get(base, ()), *(_VARIANT_RULES if base != task_id else ()))
