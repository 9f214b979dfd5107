"""Layout scenes: semantic relations, resolver and judgement without coordinates."""
