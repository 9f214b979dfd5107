"""Layout episodes without ROS: agents, episodes as lines of JSON, tables of metrics."""
