"""Prepare a checkout: environments, system packages and the built workspace.

Uses the standard library only and runs on Python 3.8 and later, because it has to start before the
interpreter of the project is known.
"""
