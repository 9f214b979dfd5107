"""All kinematics back ends, entered in their registry."""

from __future__ import annotations

from eyehand_executor import (  # noqa: F401 - they register themselves
    moveit_backend,
    moveit_service_backend,
    pinocchio_backend,
)
from eyehand_executor.kinematics import KINEMATICS

PLANNERS: tuple[str, ...] = tuple(KINEMATICS)
"""Values of the node parameter ``planner``."""
