"""Helpers for tests of agents; also good for trying a stack without a model."""
