"""ROS-free core: decisions, episode protocol, geometry, world state, predicates, tasks."""
