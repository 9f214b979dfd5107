"""Policies: everything that can play an episode, looked up by name."""
