"""Makes the MoveIt and controller configuration of a robot from its robot file and URDF."""
