"""Physical cells: which cameras stand around a robot, and which markers its objects carry."""
