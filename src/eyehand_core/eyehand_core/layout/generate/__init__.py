"""Seeded generation of layout tasks: drafts by recipe, each proved solvable before it is kept."""
