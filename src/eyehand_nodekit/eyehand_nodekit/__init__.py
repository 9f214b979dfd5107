"""What every eyehand node shares: message conversions, quality of service, deadlines, clean start and stop."""
