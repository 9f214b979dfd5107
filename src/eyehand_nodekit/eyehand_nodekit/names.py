"""Names by which processes and nodes of the stack know each other; needs no ROS."""

from __future__ import annotations

DIAGNOSTIC_PREFIX = "eyehand: "
"""Before the node's name in the statuses on /diagnostics."""
WATCH_PARENT = "EYEHAND_WATCH_PARENT"
"""Environment variable: when set, a node ends as soon as the process that started it has died."""
