"""The eyehand command: run episodes, record, score, list, check."""
