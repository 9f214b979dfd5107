"""What a model reads: the system prompt and the text of a turn."""
