"""Layouts: objects on a canvas, the relations between them, and the semantic actions on them."""
