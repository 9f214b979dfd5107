"""Programs that try one thing and print what they found as JSON."""
