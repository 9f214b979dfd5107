"""A person plays: a local web page with what an agent sees and the forms of its decisions."""
