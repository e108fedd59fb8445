"""The pages of challenge ladders."""
