"""Demonstrations made of records, and learning from them."""
