"""What stops the robot, keeps it stopped, and lets it go again."""
