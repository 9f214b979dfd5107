"""Agent node and its policies, model endpoints and prompts."""
