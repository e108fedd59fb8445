"""Writes clubs; each service is one transaction and one journal entry."""
