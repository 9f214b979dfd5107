"""Exit statuses that users and scripts rely on."""

from __future__ import annotations

JUDGED = 0
"""The command did what was asked; an episode has a verdict, success or failure."""

WRONG_USE = 2
"""Arguments or files given by the user are wrong."""

INVALID = 3
"""The infrastructure failed: no verdict."""

INTERRUPTED = 130
"""Stopped by Ctrl-C."""
