"""Positions as pictures drawn from a view: previews for messengers, and animations."""
