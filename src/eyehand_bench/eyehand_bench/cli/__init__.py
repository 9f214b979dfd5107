"""The command line itself: arguments, progress, errors and exit statuses."""
