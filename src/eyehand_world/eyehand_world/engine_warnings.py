"""MuJoCo's warnings as log lines of the process.

Without a handler MuJoCo appends them to a file MUJOCO_LOG.TXT in the working folder. The handler
belongs to the process, so every module that runs the engine calls ``log_warnings`` on import.
"""

from __future__ import annotations

import logging

import mujoco

_log = logging.getLogger("mujoco")


def log_warnings() -> None:
    """Send MuJoCo's warnings to the logger ``mujoco``; safe to repeat."""
    mujoco.set_mju_user_warning(_log.warning)
