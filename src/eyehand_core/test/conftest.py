"""Settings of all tests of the core."""

from hypothesis import settings

settings.register_profile("eyehand", deadline=None)  # no test may fail because a machine is busy
settings.load_profile("eyehand")
