"""What ends an attempt: something that has to be seen is not."""

from __future__ import annotations


class LostSightError(Exception):
    """A thing of the goal cannot be seen where it has to be; the policy tries again or stops."""
