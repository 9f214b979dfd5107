"""What a safety rule is, and the registry of all of them."""

from __future__ import annotations

from collections.abc import Callable

from eyehand_core.registry import Registry

from eyehand_executor.reasons import Refusal
from eyehand_executor.safety.situation import Situation

SafetyRule = Callable[[Situation], "Refusal | None"]
"""Returns why the robot must not move, None if it may. Asked before and all through a motion."""

SAFETY_RULES: Registry[SafetyRule] = Registry("safety rule")
