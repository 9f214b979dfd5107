"""Model endpoints: OpenAI-compatible chat with images, and what can go wrong with it."""
