"""What every node shares: messages, quality of service, deadlines, clean start and stop."""
