"""Worlds behind the stack's topics and action servers: MuJoCo and the 2-D layout scene."""
