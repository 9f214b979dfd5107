"""Everything that is not about ROS works without it."""

from __future__ import annotations

import subprocess
import sys

import pytest

MODULES = (
    "mover",
    "planning",
    "verify",
    "gate",
    "pinocchio_backend",
    "arm_states",
    "safety.guard",
    "safety.stop_sequence",
)


@pytest.mark.slow
def test_core_modules_need_no_ros() -> None:
    blocked = "import sys; sys.modules['rclpy'] = None; sys.modules['control_msgs'] = None; "
    imports = "; ".join(f"import eyehand_executor.{name}" for name in MODULES)
    done = subprocess.run(
        [sys.executable, "-c", blocked + imports], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_planner_library_is_imported_by_its_back_end_only() -> None:
    code = "import sys, eyehand_executor.mover; print('pinocchio' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
