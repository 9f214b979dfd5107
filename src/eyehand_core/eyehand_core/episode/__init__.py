"""The rules of an episode: what a decision costs, when it ends, what an agent sees, its digest."""
