"""How much hypothesis tries, for the tests of all packages."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("eyehand", deadline=None)  # no test may fail because a machine is busy
settings.register_profile("quick", deadline=None, max_examples=25)
settings.load_profile("eyehand")
