"""Episode referee: budget, predicates, information boundary."""
