"""Layout actions carried out by the robot: reach from above, and hands behind ``move_arms``."""
