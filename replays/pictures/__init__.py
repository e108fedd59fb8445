"""Positions as PNG pictures, drawn from a view: for messengers, and for moving pictures."""
