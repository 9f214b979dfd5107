"""The decision grammar: one table behind parser, JSON schema and prompt text."""
