"""What tests and measurements of nodes share; no node imports it."""
