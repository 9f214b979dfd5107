"""The checks, one a module. Importing this package registers all of them."""

from eyehand_bench.doctor.checks import disk, endpoint, gl, physics, ros, smoke

__all__ = ["disk", "endpoint", "gl", "physics", "ros", "smoke"]
