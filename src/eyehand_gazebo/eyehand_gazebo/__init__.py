"""Gazebo as a world: scenes and worlds as SDF, and what a Gazebo run tells about its objects."""
