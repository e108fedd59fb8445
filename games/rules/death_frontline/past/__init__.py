"""Rulesets of Death Frontline for matches that began before today's. Pure."""
