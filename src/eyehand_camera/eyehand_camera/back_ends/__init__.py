"""Where pictures come from: one module per back end, looked up by name."""
