"""Is a running graph what a robot file says? Facts are gathered from it once and then judged."""
