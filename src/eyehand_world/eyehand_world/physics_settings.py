"""Numbers of the physics engine, all in one place.

They were chosen by lifting and holding a cube: elliptic cones with ``noslip`` iterations let it
slip by some hundredths of a millimetre in 10 s, MuJoCo's defaults by about 20 mm.
"""

from __future__ import annotations

import mujoco

TIMESTEP_S = 0.002
STEPS_PER_TICK = 2
"""MuJoCo steps per control tick: VA-Bench (arXiv 2609.19554) counts ticks of 1/250 s."""

TICK_NS = 4_000_000
TICK_S = TICK_NS * 1e-9

CONTACT_FRICTION = (0.5, 0.005, 0.0001)
"""Sliding, torsional, rolling; sliding 0.5 as published for everything but the pads."""

CONTACT_SOLREF = (0.006, 1.0)
"""Time constant [s] and damping ratio of every contact.

MuJoCo's default of 20 ms lets a cube of 40 g that falls 2 cm sink 4 mm into what it hits, this one
1.3 mm. Less than two timesteps would not be stable."""

PAD_FRICTION = (1.0, 0.005, 0.0001)
PAD_SOLIMP = (0.95, 0.99, 0.001, 0.5, 2.0)
"""Stiffer than MuJoCo's defaults, with which 25 N push the fingers 1.6 mm into a light cube.

The pads' values win over those of what they touch (geom priority)."""

CONTACT_DIMENSIONS = 4
ROUND_CONTACT_DIMENSIONS = 6
"""Spheres, capsules and cylinders also get rolling friction, else they never come to rest."""

HINGE_ARMATURE = 0.1
SLIDE_ARMATURE = 0.02
ARM_GAINS = ((100.0, (10000.0, 1000.0)), (20.0, (2000.0, 200.0)), (0.0, (500.0, 40.0)))
"""Least torque limit of a joint [N m] and its position servo's gains: kp [N m/rad], kv [N m s/rad].

The strongest drives carry the heaviest arms. With a fifth of the gain, moves of the UR5e ended up
to 0.7 mm off, not far from the millimetre that counts as missed."""

FINGER_GAINS = (2000.0, 60.0)
STIFF_SOLREF = (0.004, 1.0)
STIFF_SOLIMP = (0.95, 0.99, 0.001, 0.5, 2.0)
"""Of the coupling between fingers and of joint stops: a shut gripper presses against its stop."""


def apply(spec: mujoco.MjSpec) -> None:
    """Set engine options on a scene under construction."""
    option = spec.option
    option.timestep = TIMESTEP_S
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.solver = mujoco.mjtSolver.mjSOL_NEWTON
    # The sparse Newton solver of MuJoCo 4.0.0 is wrong (google-deepmind/mujoco issue 3767).
    option.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    option.impratio = 10.0
    option.noslip_iterations = 3
    # A diverged simulation shall be reported, not put back to its start in silence.
    option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET
