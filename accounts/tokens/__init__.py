"""API keys for a person's own programs."""
