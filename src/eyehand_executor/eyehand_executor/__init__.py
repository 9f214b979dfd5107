"""Cartesian executor: metric arm commands to checked joint trajectories."""
