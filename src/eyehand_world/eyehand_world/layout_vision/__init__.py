"""Second opinion on layouts: reads the picture alone and compares with the rules."""
