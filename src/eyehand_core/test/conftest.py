"""Settings of all tests of the core, and the modules beside them that they share."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("eyehand", deadline=None)  # no test may fail because a machine is busy
settings.load_profile("eyehand")
