"""What a model has been told and has answered in an episode, within a budget."""
