"""Poses, rotations and the pinhole camera (REP-103: metres, radians, quaternions w x y z)."""
