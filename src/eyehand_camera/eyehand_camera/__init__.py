"""Active camera: semantic views and bounded increments around the gripper."""
