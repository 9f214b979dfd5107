"""Task files: reading, library, and drawing of instances from (task, seed)."""
