"""Layouts of real things on a table: bodies, measured scenes, and what a robot has to carry."""
