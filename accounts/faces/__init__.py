"""Faces: drawn ones to choose, one derived from each name, and own pictures."""
