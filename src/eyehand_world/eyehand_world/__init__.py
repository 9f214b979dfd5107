"""Worlds behind the stack's topics and action servers: MuJoCo and the 2-D layout scene."""

from eyehand_world.gl_backend import select_gl_backend

select_gl_backend()
