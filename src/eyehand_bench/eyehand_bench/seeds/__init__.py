"""The seed protocol: which instances of a task are solvable, with proof."""
