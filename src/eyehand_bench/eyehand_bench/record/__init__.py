"""Episode records: writing them, opening them without ROS, checking and showing them."""
