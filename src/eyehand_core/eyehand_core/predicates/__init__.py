"""Success expressions over world states."""
