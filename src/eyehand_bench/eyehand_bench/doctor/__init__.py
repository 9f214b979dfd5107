"""What works on this machine: checks that try the real thing and say what it means."""
