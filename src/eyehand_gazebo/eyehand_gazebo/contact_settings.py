"""Numbers of Gazebo's ODE physics that scenes need, all in one place.

Chosen by lifting and holding a cube. Gazebo takes the lower friction of two surfaces, MuJoCo the
higher one: objects get the pads' value here, so that pads hold them with 1.0 and they slide on
the table with 0.5, as in the MuJoCo world. Between two objects it is 1.0 instead of 0.5.
"""

from __future__ import annotations

STEP_S = 0.001
SOLVER_ITERATIONS = 100
SURFACE_LAYER_M = 0.0002
"""Overlap that is not corrected: without it resting contacts come and go."""

SURROUNDINGS_FRICTION = 0.5
GRIP_FRICTION = 1.0
STIFFNESS_N_M = 1e6
DAMPING_NS_M = 100.0
CORRECTING_SPEED_M_S = 0.05
"""Greatest speed at which overlap is pushed apart; objects jump when it is higher."""

ROTOR_INERTIA_KG_M2 = ((20.0, 0.05), (0.0, 0.01))
"""Inertia added to a link by the least effort limit of its joint [N m]. ODE has no armature, and
light wrist links can't be held stiffly by a servo that acts once a step."""

FINGER_DAMPING_NS_M = 30.0
"""Of finger drives: a force-limited finger that is wedged open would shake without it."""
