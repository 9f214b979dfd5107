"""What was arranged before: trajectories, how alike scenes are, and recalling similar ones."""
