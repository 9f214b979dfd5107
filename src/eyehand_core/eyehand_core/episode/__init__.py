"""Episode protocol: budget, repairs, endings, digest."""
