"""Declared expert routines: steps that compute the next decision from the true state."""
