"""Which seeds a task instance may have."""

from __future__ import annotations

LARGEST_SEED = 2**31 - 1
"""Seeds are whole numbers from 0 to this, so that every language and message type can hold them."""
