"""Writes ties, notes, presence and notices."""
