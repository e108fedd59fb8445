"""Serving: daphne inside our own commands, the periodic jobs beside it, what it measures."""
