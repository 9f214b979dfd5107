"""Episodes without ROS: world, planner, referee and policy joined by function calls."""
