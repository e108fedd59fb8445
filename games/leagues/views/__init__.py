"""The pages of leagues."""
